namespace RgPolicy.Sidecar.Journal;

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
