namespace RgPolicy.Service.ThisHost;

/// <summary>What of a line of a sidecar's journal tells whether something was not given back.</summary>
/// <param name="Boot">The boot in which it was written.</param>
/// <param name="Process">A process that is about to be changed.</param>
/// <param name="DoneProcessId">A process that has everything back: its number ...</param>
/// <param name="DoneStartTime">... and its start time.</param>
/// <param name="Group">A group that is about to be made.</param>
/// <param name="RemovedGroup">A group that is gone.</param>
/// <param name="Controller">A controller that is about to be enabled.</param>
/// <param name="RevertedController">The same when that was taken back.</param>
internal sealed record JournalLine(
    string? Boot,
    JournalProcess? Process,
    int? DoneProcessId,
    ulong? DoneStartTime,
    string? Group,
    string? RemovedGroup,
    string? Controller,
    string? RevertedController
);

/// <summary>A process in a sidecar's journal.</summary>
/// <param name="ProcessId">Its number.</param>
/// <param name="StartTime">When it began, in the kernel's ticks.</param>
internal sealed record JournalProcess(int? ProcessId, ulong? StartTime)
{
    /// <summary>Tells it from an earlier process with the same number.</summary>
    public string Name => $"{ProcessId} {StartTime}";
}
