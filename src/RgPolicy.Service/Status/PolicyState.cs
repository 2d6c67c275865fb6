using System.Collections.Immutable;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Service.Policies;

namespace RgPolicy.Service.Status;

/// <summary>The policy in force, and what was decided by it and the ones before.</summary>
/// <param name="Program">With the settings of the active states.</param>
/// <param name="Error">Why the last change was rejected, or null.</param>
/// <param name="ActiveStates">By name, in the order of the text.</param>
/// <param name="Counters">Since the start.</param>
/// <param name="ClassCounts">Queries of each class since the start.</param>
/// <param name="Minutes">Queries of each class in each minute of the last hour, the oldest first.</param>
internal sealed record PolicyState(
    PolicyProgram Program,
    string? Error,
    ImmutableArray<string> ActiveStates,
    GovernorCounters Counters,
    IReadOnlyList<(string Class, long Queries)> ClassCounts,
    IReadOnlyList<IReadOnlyList<(string Class, long Queries)>> Minutes
)
{
    /// <summary>What waits to be approved; null where nothing does.</summary>
    public WaitingRevision? Waiting { get; init; }

    /// <summary>Whether the cache strategy splits nothing, because what runs has L3 domains nearly to itself.</summary>
    public bool HasOwnDomains { get; init; }

    /// <summary>The revisions before since the start, the newest first.</summary>
    public ImmutableArray<PastRevision> Past { get; init; } = [];
}
