namespace RgPolicy.Documents.Status;

/// <summary>How the server is watched.</summary>
/// <param name="IntervalSeconds">From one poll to the next.</param>
/// <param name="Failed">Polls that failed.</param>
/// <param name="CostSeconds">What a poll takes.</param>
/// <param name="ClockJumps">How often the server's clock has jumped.</param>
/// <param name="LastClockJumpSeconds">The last jump.</param>
/// <param name="Notes">What the observer has to say.</param>
public sealed record PollStatus(
    double? IntervalSeconds,
    long? Failed,
    DurationQuantiles? CostSeconds,
    long? ClockJumps,
    double? LastClockJumpSeconds,
    IReadOnlyList<string>? Notes
);
