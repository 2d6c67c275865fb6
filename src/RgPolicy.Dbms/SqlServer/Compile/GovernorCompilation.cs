namespace RgPolicy.Dbms.SqlServer.Compile;

internal sealed record GovernorCompilation(
    GovernorSpec Spec,
    ImmutableArray<UnenforcedSetting> NotEnforced,
    ImmutableArray<string> Warnings
)
{
    /// <summary>True where the server cannot carry it out at all: what is there stays as it is.</summary>
    public bool IsImpossible { get; init; }

    /// <summary>Why the policy is refused for this server, with what fixes it; null where it is not.</summary>
    public string? Refusal { get; init; }
}

/// <summary>The part of Resource Governor's configuration that a policy asks for.</summary>
internal sealed record GovernorSpec(
    ImmutableArray<ResourcePoolSpec> Pools,
    ImmutableArray<WorkloadGroupSpec> Groups,
    LoginClassifier? Classifier
)
{
    public static GovernorSpec Empty { get; } = new([], [], null);
}

/// <summary>How sessions are put into workload groups when they begin.</summary>
/// <remarks><c>GovernedLogins</c>: sysadmins that a class names with <c>session.login = exactly '...'</c>; all others
/// are never governed. <c>Rules</c>: in the order of the policy. <c>OtherwiseClass</c>: the class of all other
/// logins.</remarks>
internal sealed record LoginClassifier(
    ImmutableArray<string> GovernedLogins,
    ImmutableArray<LoginRule> Rules,
    string OtherwiseClass,
    string Otherwise
);

/// <summary>Sessions for which the test holds go to the group; the first rule that holds wins.</summary>
internal sealed record LoginRule(string Class, LoginTest Test, string Group);

/// <summary>The kinds of objects in a plan for SQL Server.</summary>
internal static class GovernorKinds
{
    public const string ResourcePool = "resource_pool";
    public const string WorkloadGroup = "workload_group";
    public const string Classifier = "classifier";
    public const string Governor = "resource_governor";
}

/// <summary>What Resource Governor has of one kind and name.</summary>
internal interface IGovernorObject
{
    string Kind { get; }
    string Name { get; }
}

/// <summary>A resource pool of SQL Server as it should be or as it is. Percentages are whole numbers.</summary>
internal sealed record ResourcePoolSpec(string Name) : IGovernorObject
{
    string IGovernorObject.Kind => GovernorKinds.ResourcePool;

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

    public ResourcePoolSpec Lift() => new(Name);
}

/// <summary>A workload group of SQL Server as it should be or as it is.</summary>
internal sealed record WorkloadGroupSpec(string Name, string Pool) : IGovernorObject
{
    string IGovernorObject.Kind => GovernorKinds.WorkloadGroup;

    /// <summary>REQUEST_MAX_MEMORY_GRANT_PERCENT of a group that was never altered.</summary>
    public const decimal UsualGrantPercent = 25;

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

    public WorkloadGroupSpec Lift() => new(Name, Pool);
}

/// <summary>IMPORTANCE of a workload group, among the groups of its pool.</summary>
internal enum WorkloadImportance
{
    Low,
    Medium,
    High,
}
