namespace RgPolicy.Sidecar.Journal;

/// <summary>What a thread had before it was first moved.</summary>
/// <param name="ThreadId">The thread.</param>
/// <param name="Cpus">Its CPUs as a list such as <c>0-3</c>.</param>
/// <param name="IoPriority">Its raw I/O priority.</param>
/// <param name="CacheGroup">Its resctrl control group, empty for the default one; null without resctrl.</param>
/// <param name="MonitorGroup">Its resctrl monitoring group in that, or empty.</param>
internal sealed record ThreadOriginal(
    int ThreadId,
    string Cpus,
    int IoPriority,
    string? CacheGroup,
    string? MonitorGroup
);
