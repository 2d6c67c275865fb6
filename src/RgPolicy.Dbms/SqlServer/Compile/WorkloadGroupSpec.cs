namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>A workload group of SQL Server as it should be or as it is.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Pool">The resource pool that it uses.</param>
internal sealed record WorkloadGroupSpec(string Name, string Pool)
{
    /// <summary>REQUEST_MAX_MEMORY_GRANT_PERCENT of a group that was never altered.</summary>
    public const decimal UsualGrantPercent = 25;

    /// <summary>IMPORTANCE.</summary>
    public WorkloadImportance Importance { get; init; } = WorkloadImportance.Medium;

    /// <summary>REQUEST_MAX_MEMORY_GRANT_PERCENT: 0 to 100, whole up to SQL Server 2017.</summary>
    public decimal RequestMaxMemoryGrantPercent { get; init; } = UsualGrantPercent;

    /// <summary>REQUEST_MAX_CPU_TIME_SEC; 0 is no limit.</summary>
    public int RequestMaxCpuTimeSec { get; init; }

    /// <summary>REQUEST_MEMORY_GRANT_TIMEOUT_SEC; 0 is what the server works out from the query's cost.</summary>
    public int RequestMemoryGrantTimeoutSec { get; init; }

    /// <summary>MAX_DOP, 0 to 64; 0 is the server's choice.</summary>
    public int MaxDop { get; init; }

    /// <summary>GROUP_MAX_REQUESTS; 0 is no limit.</summary>
    public int GroupMaxRequests { get; init; }

    /// <summary>GROUP_MAX_TEMPDB_DATA_MB; null is no limit.</summary>
    public decimal? GroupMaxTempdbDataMb { get; init; }

    /// <summary>GROUP_MAX_TEMPDB_DATA_PERCENT; null is no limit.</summary>
    public decimal? GroupMaxTempdbDataPercent { get; init; }

    /// <summary>The same group without any limit.</summary>
    public WorkloadGroupSpec Lift() => new(Name, Pool);
}

/// <summary>IMPORTANCE of a workload group, among the groups of its pool.</summary>
internal enum WorkloadImportance
{
    /// <summary>LOW</summary>
    Low,

    /// <summary>MEDIUM, the server's default.</summary>
    Medium,

    /// <summary>HIGH</summary>
    High,
}
