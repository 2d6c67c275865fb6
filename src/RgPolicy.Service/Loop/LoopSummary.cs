namespace RgPolicy.Service.Loop;

/// <summary>What a loop did.</summary>
internal sealed record LoopSummary
{
    public required LoopEnd End { get; init; }

    /// <summary>How long it went on.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Completed turns: polls, and plans that arrived between them.</summary>
    public required long Turns { get; init; }

    public required long Queries { get; init; }

    /// <summary>Those that ended young, before their class was final.</summary>
    public required long TooShort { get; init; }

    public required long FailedPolls { get; init; }

    /// <summary>Moves that the sidecar carried out and read back.</summary>
    public required long MovesDone { get; init; }

    /// <summary>Moves that it could not carry out; processes that had ended do not count.</summary>
    public required long MovesFailed { get; init; }

    /// <summary>How often the sidecar was lost.</summary>
    public required long SidecarLosses { get; init; }

    /// <summary>The policy's revision in force at the end.</summary>
    public required string Revision { get; init; }

    /// <summary>Why the last change of the policy was rejected, or null.</summary>
    public required string? PolicyError { get; init; }

    /// <summary>Why the target is lost, or null.</summary>
    public required string? TargetError { get; init; }

    /// <summary>From a query's start to read-back, over queries that live at least 300 ms.</summary>
    public required DurationHistogram Reactions { get; init; }

    /// <summary>The same where the plan was known when the query was first seen.</summary>
    public required DurationHistogram ReactionsPlanCached { get; init; }

    public required DurationHistogram ReactionsPlanFetched { get; init; }

    /// <summary>Queries that were moved and then lived less than 300 ms.</summary>
    public required long ShortLived { get; init; }

    /// <summary>How long polls took, as seen from here.</summary>
    public required DurationHistogram PollCost { get; init; }

    /// <summary>Processor time of RgPolicy's own sessions in the DBMS, or null where it cannot be read.</summary>
    public required TimeSpan? ServerCpu { get; init; }
}

/// <summary>Why a loop ended.</summary>
internal enum LoopEnd
{
    /// <summary>Its time was up, or the recording ended.</summary>
    Finished,

    Cancelled,
}
