using RgPolicy.Engine.Workloads;

namespace RgPolicy.Dbms.Statistics;

internal sealed class CountedTally
{
    public const string NotAsked =
        "it is not among the statements that took longest together, whose plans are asked for";

    private readonly List<StatementGroup> _groups = [];
    private long _exempt;
    private long _merged;

    /// <summary>Statements of those whose work is never governed.</summary>
    public void Exempt(long executions) => _exempt += executions;

    /// <summary>Statements that the server has not told apart.</summary>
    public void Merge(long executions) => _merged += executions;

    public void Add(StatementGroup group) => _groups.Add(group with { IsCounted = true });

    public Workload Conclude(TimeSpan counted) =>
        new(
            [.. _groups.OrderByDescending(group => group.Seconds)],
            _groups.Sum(group => group.Executions) + _exempt + _merged,
            0,
            _exempt,
            _merged,
            counted > TimeSpan.Zero ? counted : TimeSpan.Zero
        );
}

/// <summary>What a server itself has counted of the statements that it ran, with plans where they could be
/// had.</summary>
/// <remarks><c>Source</c>: where it counts, in its own words, such as <c>pg_stat_statements</c>. <c>Notes</c>: what its
/// statistics do not tell, a sentence each.</remarks>
internal sealed record CountedWork(ServerFacts Server, string Source, Workload Workload, ImmutableArray<string> Notes);
