namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>A resource pool of SQL Server as it should be or as it is. Percentages are whole numbers.</summary>
/// <param name="Name">Its name.</param>
internal sealed record ResourcePoolSpec(string Name)
{
    /// <summary>MIN_CPU_PERCENT, 0 to 100: kept for the pool while the CPU is short.</summary>
    public int MinCpuPercent { get; init; }

    /// <summary>MAX_CPU_PERCENT, 1 to 100: the most while the CPU is short.</summary>
    public int MaxCpuPercent { get; init; } = 100;

    /// <summary>CAP_CPU_PERCENT, 1 to 100: the most at any time.</summary>
    public int CapCpuPercent { get; init; } = 100;

    /// <summary>MIN_MEMORY_PERCENT, 0 to 100: kept for the pool even when it is idle.</summary>
    public int MinMemoryPercent { get; init; }

    /// <summary>MAX_MEMORY_PERCENT, 1 to 100, of the workspace memory.</summary>
    public int MaxMemoryPercent { get; init; } = 100;

    /// <summary>MIN_IOPS_PER_VOLUME; 0 is not governed.</summary>
    public int MinIopsPerVolume { get; init; }

    /// <summary>MAX_IOPS_PER_VOLUME; 0 is not governed.</summary>
    public int MaxIopsPerVolume { get; init; }

    /// <summary>Numbers of the schedulers that it may use, such as <c>0-3,8</c>; empty is AUTO.</summary>
    public string Schedulers { get; init; } = "";

    /// <summary>The same pool without any limit.</summary>
    public ResourcePoolSpec Lift() => new(Name);
}
