namespace RgPolicy.Host.Facts;

/// <summary>What this machine offers for governing, read at one moment.</summary>
internal sealed record HostFacts
{
    /// <summary>The kernel's release, such as <c>6.18.1</c>; empty when unknown.</summary>
    public required string KernelRelease { get; init; }

    /// <summary>Whether the reading process is root, as the sidecar must be.</summary>
    public required bool IsRoot { get; init; }

    /// <summary>Whether the reading process runs as the DBMS's user: its processes' affinity and I/O
    /// priority are then its own.</summary>
    public bool IsServersUser { get; init; }

    /// <summary>Whether the reading process was given cpu cgroups, or may make them.</summary>
    public bool HasCpuGroups { get; init; }

    /// <summary>Whether the reading process was given groups that limit reads, or may make them.</summary>
    public bool HasReadGroups { get; init; }

    /// <summary>Whether a hierarchy that limits reads of single processes is mounted (cgroup v1, blkio).</summary>
    public bool LimitsReads { get; init; }

    /// <summary>Whether the reading process was given resctrl groups.</summary>
    public bool HasCacheGroups { get; init; }

    /// <summary>What the provisioner said of groups that it could not hand over; null for nothing.</summary>
    public string? NotHandedOver { get; init; }

    /// <summary>Why the reading process can move none of the server's processes; null where it can.</summary>
    public ServerBlock? Block { get; init; }

    /// <summary>Whether a service manager runs here that has the sidecar's units.</summary>
    public bool HasUnits { get; init; }

    /// <summary>Processors and caches.</summary>
    public required Topology Topology { get; init; }

    /// <summary>Cache allocation, or null where resctrl is not mounted.</summary>
    public required ResctrlFacts? Resctrl { get; init; }

    /// <summary>Whether the processor and the kernel know resctrl though it may not be mounted.</summary>
    public required bool KnowsResctrl { get; init; }

    /// <summary>What the processor can do, and what the kernel was told to leave alone.</summary>
    public ProcessorFlags Flags { get; init; } = ProcessorFlags.None;

    /// <summary>A scheduler that was loaded in place of the kernel's own; null for none.</summary>
    public LoadedScheduler? LoadedScheduler { get; init; }

    /// <summary>Whether the scheduler groups tasks of the root cgroup by session; null when the kernel
    /// cannot.</summary>
    public required bool? Autogroup { get; init; }

    /// <summary>Pressure, absent where the kernel does not give it.</summary>
    public required Pressure Pressure { get; init; }

    /// <summary>Version of the cgroup hierarchy with the cpu controller, 1 or 2; null where none is mounted.</summary>
    public int? CgroupVersion { get; init; }

    /// <summary>The DBMS's main process, or null when it does not run or is not known.</summary>
    public required ServerProcess? Server { get; init; }
}

/// <summary>Why none of the server's processes can be moved.</summary>
/// <param name="Reason">What is in the way.</param>
/// <param name="Fix">The command that takes it away, or null.</param>
internal sealed record ServerBlock(string Reason, string? Fix);
