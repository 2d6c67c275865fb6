using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Workloads;

/// <summary>Executions of one statement by one login of one application.</summary>
/// <param name="Session">The first that ran it.</param>
/// <param name="Statement">The statement; null where its text was never read.</param>
/// <param name="Plan">The last plan that was known of it, or why none was.</param>
/// <param name="Executions">How many were seen.</param>
/// <param name="Seconds">How long they were seen to run, together.</param>
/// <param name="Longest">The longest of them, seconds.</param>
/// <param name="CpuSeconds">Processor time that was measured of them; null where none was.</param>
/// <param name="Hours">Hours of the day, UTC, in which they ran: bit 0 is from midnight to one.</param>
internal sealed record StatementGroup(
    SessionFacts Session,
    StatementFacts? Statement,
    PlanFacts Plan,
    long Executions,
    double Seconds,
    double Longest,
    double? CpuSeconds,
    int Hours
)
{
    /// <summary>A server has counted them itself, perhaps for months: the longest of them may have waited once for a
    /// lock or a disk, so the mean tells how long they take.</summary>
    public bool IsCounted { get; init; }

    /// <summary>How long one of them may be taken to last, seconds.</summary>
    public double Lasts => IsCounted ? Seconds / Math.Max(1, Executions) : Longest;

    /// <summary>Bytes that they read from disks; null where that was not counted.</summary>
    public double? ReadBytes { get; init; }

    /// <summary>Bytes that they wrote to temporary files; null where that was not counted.</summary>
    public double? SpilledBytes { get; init; }

    /// <summary>Bytes that they wrote to the server's log; null where that was not counted.</summary>
    public double? LogBytes { get; init; }
}

/// <summary>What a server was seen to run.</summary>
/// <param name="Groups">Statements by who ran them, those that took longest first.</param>
/// <param name="Queries">Queries that were seen.</param>
/// <param name="TooShort">Those that ended within 300 ms, before a plan was known.</param>
/// <param name="Exempt">Those that are never governed.</param>
/// <param name="Merged">Queries that were not told apart any more, because there were too many statements.</param>
/// <param name="Recorded">How much time was seen.</param>
internal sealed record Workload(
    ImmutableArray<StatementGroup> Groups,
    long Queries,
    long TooShort,
    long Exempt,
    long Merged,
    TimeSpan Recorded
);
