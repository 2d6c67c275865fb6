using RgPolicy.Dbms.Fetching;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>What the guard says about a statement: an answer in place of a plan, or what may be
/// planned; exactly one is set.</summary>
/// <param name="Answer">Why it has no plan, or null.</param>
/// <param name="Text">The text with every table named by its schema.</param>
/// <param name="SearchPath">Where all other names may be looked up.</param>
/// <param name="HasViews">Views are among what it names.</param>
internal sealed record GuardVerdict(PlanAnswer? Answer, string Text, string SearchPath, bool HasViews)
{
    /// <summary>
    /// The relations were told from what the backend has locked, so that another execution of the same
    /// text may mean others.
    /// </summary>
    public bool IsByLocks { get; init; }

    /// <summary>Oids of the relations that the text names.</summary>
    public uint[] Relations { get; init; } = [];

    /// <summary>Partitions are reached, whose checks were not looked at: they must not be used for planning.</summary>
    public bool HasPartitions { get; init; }

    /// <summary>No plan.</summary>
    public static GuardVerdict None(PlanAnswer answer) => new(answer, "", "", false);
}
