using System.Collections.Immutable;

namespace RgPolicy.Engine.Workloads;

/// <summary>What a server was seen to run.</summary>
/// <param name="Groups">Statements by who ran them, those that took longest first.</param>
/// <param name="Queries">Queries that were seen.</param>
/// <param name="TooShort">Those that ended within 300 ms, before a plan was known.</param>
/// <param name="Exempt">Those that are never governed.</param>
/// <param name="Merged">Queries that were not told apart any more, because there were too many statements.</param>
/// <param name="Recorded">How much time was seen.</param>
public sealed record Workload(
    ImmutableArray<StatementGroup> Groups,
    long Queries,
    long TooShort,
    long Exempt,
    long Merged,
    TimeSpan Recorded
);
