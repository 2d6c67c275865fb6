namespace RgPolicy.Host.Levers;

/// <summary>The names of levers and of their states, as <see cref="Protocol.LeverReport"/> carries them.</summary>
internal static class LeverNames
{
    /// <summary>CPU weight by one cgroup per pool.</summary>
    public const string CpuCgroup = "cpu_cgroup";

    /// <summary>The set of CPUs that a process may run on.</summary>
    public const string Affinity = "affinity";

    /// <summary>Priority of a process's reads and writes.</summary>
    public const string IoPriority = "io_priority";

    /// <summary>The most that a pool may read from the server's disks.</summary>
    public const string ReadLimit = "read_limit";

    /// <summary>L3 capacity masks by resctrl.</summary>
    public const string Cache = "cache";

    /// <summary>Memory bandwidth by resctrl.</summary>
    public const string MemoryBandwidth = "memory_bandwidth";

    /// <summary>The nice value; never used, reported because people expect it to work.</summary>
    public const string Nice = "nice";

    /// <summary>The scheduler's class for work that need not answer soon; never used.</summary>
    public const string Batch = "sched_batch";

    /// <summary>The length of a turn on the CPU that a thread asks for (since Linux 6.12); never used.</summary>
    public const string Slice = "eevdf_slice";

    /// <summary>A pool uses it now.</summary>
    public const string Used = "used";

    /// <summary>It works here and no pool asks for it.</summary>
    public const string Available = "available";

    /// <summary>It can be set and has no effect here.</summary>
    public const string Inert = "inert";

    /// <summary>It is not there.</summary>
    public const string Missing = "missing";
}
