using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Status;

/// <summary>How the DBMS is watched.</summary>
/// <param name="Interval">From one poll to the next.</param>
/// <param name="Failed">Polls that failed since the start.</param>
/// <param name="IsLost">Whether the DBMS is lost.</param>
/// <param name="LastError">Of the last poll; null after a good one.</param>
/// <param name="Cost">What polls take.</param>
/// <param name="ClockJumps">How often the DBMS's clock has jumped.</param>
/// <param name="LastClockJump">The last jump.</param>
/// <param name="Notes">What the observer has to say.</param>
internal sealed record PollState(
    TimeSpan Interval,
    long Failed,
    bool IsLost,
    string? LastError,
    DurationSummary Cost,
    long ClockJumps,
    TimeSpan LastClockJump,
    IReadOnlyList<string> Notes
);
