namespace RgPolicy.Sidecar.Journal;

/// <summary>What a process had before it was first moved; pid and start time name it for good within
/// one boot.</summary>
internal sealed record ProcessOriginal
{
    /// <summary>The process.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When it started, in clock ticks after boot.</summary>
    public required ulong StartTime { get; init; }

    /// <summary>What was or is about to be changed.</summary>
    public required TouchedLevers Touched { get; init; }

    /// <summary>Version of the hierarchy with the cpu controller; 0 without one.</summary>
    public required int CgroupVersion { get; init; }

    /// <summary>Its group in that hierarchy, as /proc/PID/cgroup writes it.</summary>
    public required string CgroupPath { get; init; }

    /// <summary>Its group in the hierarchy that limits reads, as /proc/PID/cgroup writes it; null
    /// without one.</summary>
    public string? ReadPath { get; init; }

    /// <summary>Its threads; the first one is the main thread, whose values go to threads that came later.</summary>
    public required ImmutableArray<ThreadOriginal> Threads { get; init; }
}

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

/// <summary>What was changed of a process; only that is given back.</summary>
[Flags]
internal enum TouchedLevers
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Its cgroup in the hierarchy with the cpu controller.</summary>
    Cgroup = 1,

    /// <summary>Its threads' CPU affinity.</summary>
    Affinity = 2,

    /// <summary>Its threads' I/O priority.</summary>
    IoPriority = 4,

    /// <summary>Its threads' resctrl group.</summary>
    Cache = 8,

    /// <summary>Its group in the hierarchy that limits reads.</summary>
    Reads = 16,
}

/// <summary>A file that was given to another user, and goes back to its owner.</summary>
/// <param name="Path">The file.</param>
/// <param name="Owner">Whose it was.</param>
internal sealed record HandedFile(string Path, uint Owner);
