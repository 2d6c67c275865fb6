namespace RgPolicy.Dbms.Recording;

/// <summary>One line of a recording after its first: something that queries refer to by its number, a poll, a reset or
/// the end. What a record of a recording leaves out is false, 0, empty or not known.</summary>
internal sealed record RecordingLine
{
    public int Id { get; init; }
    public SessionFacts? Session { get; init; }
    public StatementFacts? Statement { get; init; }

    /// <summary>How: every figure that a policy can ask for, so that classification replays exactly.</summary>
    public PlanFacts? Plan { get; init; }

    public HistoryFacts? History { get; init; }

    /// <summary>No later query refers to what stands before this line.</summary>
    public bool Reset { get; init; }

    public PollRecord? Poll { get; init; }

    /// <summary>The number of polls: the recording was closed properly.</summary>
    public long? End { get; init; }

    /// <summary>CRC-32C of all lines before, with each poll and the end; Brotli has none of its own.</summary>
    public uint? Sum { get; init; }
}

/// <summary>What was seen at one moment, as far as it is not what was seen at the moment before.</summary>
internal sealed record PollRecord
{
    public DateTimeOffset Time { get; init; }
    public TimeSpan Elapsed { get; init; }
    public TimeSpan Interval { get; init; }
    public bool IsRefresh { get; init; }

    /// <summary>Processes that run no query any more; they come before what began.</summary>
    public IReadOnlyList<int>? Ended { get; init; }

    /// <summary>Queries that were not there; the same process's query before has ended.</summary>
    public IReadOnlyList<QueryRecord>? Began { get; init; }

    public IReadOnlyList<QueryRecord>? Changed { get; init; }

    /// <summary>By process, the figures that have changed; left out where nothing is measured.</summary>
    public IReadOnlyDictionary<int, RequestFigures>? Figures { get; init; }

    /// <summary>Who waits for whom, where that has changed.</summary>
    public LocksRecord? Locks { get; init; }

    public HostPressure? Pressure { get; init; }
}

/// <summary>A query; session, statement, plan and history by their numbers.</summary>
internal readonly record struct QueryRecord(
    int ProcessId,
    DateTimeOffset Started,
    int Session,
    int Statement,
    int Plan,
    int History,
    bool WaitsForLock,
    bool HasWritten,
    bool IsInCriticalSection,
    PlanShape? Phase,
    string? Exemption,
    ImmutableArray<int>? Workers
);

internal sealed record LocksRecord(
    IReadOnlyDictionary<int, int>? Blocking,
    ImmutableArray<LockWait>? Waits,
    bool OthersWait
)
{
    public static LocksRecord None { get; } = new(null, null, false);

    public bool IsSame(LocksRecord other) =>
        OthersWait == other.OthersWait
        && (Waits is null) == (other.Waits is null)
        && (Waits ?? []).SequenceEqual(other.Waits ?? [])
        && (Blocking is null) == (other.Blocking is null)
        && (Blocking ?? NoOne).SequenceEqual(other.Blocking ?? NoOne);

    private static IReadOnlyDictionary<int, int> NoOne => ImmutableDictionary<int, int>.Empty;
}
