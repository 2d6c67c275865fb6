namespace RgPolicy.Service.ThisHost;

/// <summary>A process in a sidecar's journal.</summary>
/// <param name="ProcessId">Its number.</param>
/// <param name="StartTime">When it began, in the kernel's ticks.</param>
internal sealed record JournalProcess(int? ProcessId, ulong? StartTime)
{
    /// <summary>Tells it from an earlier process with the same number.</summary>
    public string Name => $"{ProcessId} {StartTime}";
}
