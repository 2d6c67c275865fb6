using System.Collections.Immutable;

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
