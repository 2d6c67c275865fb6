using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Suggesting;

/// <summary>A class of a suggested policy.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Pool">Where its queries go.</param>
/// <param name="Condition">Its condition, in the policy language.</param>
/// <param name="Groups">What was seen of it, those that took longest first.</param>
internal sealed record SuggestedClass(
    string Name,
    SuggestedPool Pool,
    string Condition,
    ImmutableArray<StatementGroup> Groups
)
{
    /// <summary>The windows that its condition names.</summary>
    public ImmutableArray<HourWindow> Windows { get; init; } = [];

    public string PoolName => NameOf(Pool);

    /// <summary>Queries that were seen.</summary>
    public long Executions => Groups.Sum(group => group.Executions);

    /// <summary>How long they ran, together.</summary>
    public double Seconds => Groups.Sum(group => group.Seconds);

    public double Longest => Groups.IsEmpty ? 0 : Groups.Max(group => group.Longest);

    /// <summary>The longest that one of its statements may be taken to last, seconds.</summary>
    public double Lasts => Groups.IsEmpty ? 0 : Groups.Max(group => group.Lasts);

    /// <summary>A pool's name in the policy.</summary>
    public static string NameOf(SuggestedPool pool) =>
        pool switch
        {
            SuggestedPool.Critical => "critical",
            SuggestedPool.Reporting => "reporting",
            _ => "polluters",
        };
}

/// <summary>The pools of a suggested policy.</summary>
internal enum SuggestedPool
{
    /// <summary>Work that someone waits for, and unknown work.</summary>
    Critical,

    /// <summary>Long work that profits from the cache.</summary>
    Reporting,

    /// <summary>Long work that only drives others out of it.</summary>
    Polluters,
}

/// <summary>What a policy is suggested for.</summary>
/// <param name="Target">Where it is to hold.</param>
/// <param name="Source">What was looked at, in words, such as <c>monday.rgrec</c>.</param>
/// <param name="Dbms">Whose SQL the statements are, such as <c>postgresql</c>.</param>
/// <param name="Objective">A time to keep, such as <c>oltp p95 &lt; 20 ms</c>; null for none.</param>
internal sealed record SuggestionRequest(TargetProfile Target, string Source, string Dbms, string? Objective)
{
    /// <summary>What the source does not tell, a sentence each, for the head of the policy.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];
}
