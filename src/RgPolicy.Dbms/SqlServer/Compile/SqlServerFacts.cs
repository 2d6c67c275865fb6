namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>What of a SQL Server decides how a policy becomes its configuration.</summary>
/// <param name="Version">The parts of the version whose features it has, such as 16.0.4165.4.</param>
/// <param name="Edition">Its edition in the server's words.</param>
/// <param name="HasResourceGovernor">True where the edition runs Resource Governor.</param>
internal sealed record SqlServerFacts(ImmutableArray<long> Version, string Edition, bool HasResourceGovernor)
{
    private const int EnterpriseEngine = 3;
    private const int StandardEngine = 2;
    private const int ManagedInstanceEngine = 8;
    private const int FirstBuildOf2016 = 5026;
    private const int FirstBuildOf2017 = 3015;

    // Whatever its update policy, it has what SQL Server 2022 has.
    private static readonly ImmutableArray<long> ManagedInstanceFeatures = [16, 0];

    private readonly string? _reportedVersion;

    /// <summary>The version in the server's words; a managed instance always says 12.0.2000.8.</summary>
    public string ReportedVersion
    {
        get => _reportedVersion ?? string.Join('.', Version);
        init => _reportedVersion = value;
    }

    /// <summary>An Azure SQL Managed Instance: its customers can neither see nor configure the host.</summary>
    public bool IsManagedInstance { get; init; }

    /// <summary>Numbers of the visible schedulers, in the order of their CPUs.</summary>
    public ImmutableArray<int> Schedulers { get; init; } = [];

    public ImmutableArray<int> Cpus { get; init; } = [];

    /// <summary>True while PROCESS AFFINITY is AUTO: a scheduler's threads may then run on any CPU.</summary>
    public bool HasAutomaticAffinity { get; init; } = true;

    /// <summary>Trace flag 8002: schedulers of a node share its CPUs.</summary>
    public bool HasFlag8002 { get; init; }

    /// <summary>The server's collation tells capitals from small letters.</summary>
    public bool CountsCase { get; init; }

    /// <summary>The statement that keeps schedulers to their CPUs, without its end.</summary>
    /// <param name="cpus">How many of the CPUs, from the lowest on; all where there are no more.</param>
    public string BindingStatement(int cpus = int.MaxValue) =>
        $"ALTER SERVER CONFIGURATION SET PROCESS AFFINITY CPU = {SqlRanges.Of([.. Cpus.Take(Math.Max(1, cpus))])}";

    /// <summary>Why a pool's schedulers do not bind it to CPUs, with what fixes it; null where they do.</summary>
    public string? WhyCoresAreNotOwn
    {
        get
        {
            if (IsManagedInstance)
            {
                return "On a managed instance PROCESS AFFINITY cannot be set: AFFINITY SCHEDULER limits how many "
                    + "tasks of a pool run at once, and they run on any CPU.";
            }

            if (HasAutomaticAffinity)
            {
                return "PROCESS AFFINITY is AUTO: AFFINITY SCHEDULER limits how many tasks of a pool run at "
                    + "once, and the operating system may run them on any CPU. ALTER SERVER CONFIGURATION SET PROCESS "
                    + "AFFINITY CPU = ... binds them.";
            }

            if (HasFlag8002)
            {
                return "Trace flag 8002 is on: the schedulers of a node share its CPUs, so that a pool's cores "
                    + "are not its own. Remove -T8002 from the start parameters and restart.";
            }

            return null;
        }
    }

    /// <summary>True where the pool <c>default</c> keeps to schedulers of its own.</summary>
    public bool KeepsDefaultApart { get; init; }

    /// <summary>CPUs that the quota of the server's cgroup comes to; null without one, and where it
    /// cannot be seen.</summary>
    public double? QuotaCpus { get; init; }

    /// <summary>The server's own limit, <c>max degree of parallelism</c> in force; 0 is none.</summary>
    public int MaxDop { get; init; }

    /// <summary>Trace flag 2422: a request above its CPU time is ended.</summary>
    public bool HasFlag2422 { get; init; }

    /// <summary>True for a build that obeys trace flag 2422: from 2016 SP2 and 2017 CU3 on.</summary>
    [JsonIgnore]
    public bool ObeysFlag2422 =>
        Major >= SqlServerRelease.First2019
        || (Major == SqlServerRelease.Of2017 && Build >= FirstBuildOf2017)
        || (Major == SqlServerRelease.Of2016 && Build >= FirstBuildOf2016);

    /// <summary>True where every data file of tempdb grows up to a largest size, or none grows and none has a largest
    /// size: only then a share of it is enforced.</summary>
    public bool HasBoundedTempdb { get; init; }

    public static SqlServerFacts Of(ImmutableArray<long> version, string edition, int engineEdition) =>
        new(FeaturesOf(version, engineEdition), edition, Runs(engineEdition, version[0]) && !IsWeb(edition))
        {
            ReportedVersion = string.Join('.', version),
            IsManagedInstance = engineEdition == ManagedInstanceEngine,
        };

    private static bool IsWeb(string edition) => edition.StartsWith("Web", StringComparison.OrdinalIgnoreCase);

    public static ImmutableArray<long> FeaturesOf(ImmutableArray<long> version, int engineEdition) =>
        engineEdition == ManagedInstanceEngine ? ManagedInstanceFeatures : version;

    private long Build => Version.Length > 2 ? Version[2] : 0;

    /// <summary>The major version: 13 is SQL Server 2016, 17 is 2025.</summary>
    public long Major => Version.IsDefaultOrEmpty ? 0 : Version[0];

    /// <summary>True where memory grants are given in fractions of a percent.</summary>
    [JsonIgnore]
    public bool HasFractions => Major >= SqlServerRelease.First2019;

    /// <summary>True where a workload group can have a limit of tempdb.</summary>
    [JsonIgnore]
    public bool HasTempdbLimits => Major >= SqlServerRelease.First2025;

    /// <summary>Whether an engine edition (SERVERPROPERTY('EngineEdition')) runs Resource Governor: Enterprise,
    /// Developer and Evaluation always, a managed instance too, Standard from SQL Server 2025.</summary>
    public static bool Runs(int engineEdition, long major) =>
        engineEdition is EnterpriseEngine or ManagedInstanceEngine
        || (engineEdition == StandardEngine && major >= SqlServerRelease.First2025);
}

internal sealed record SqlServerRelease(int Year, int Major)
{
    public const int Of2016 = 13;
    public const int Of2017 = 14;
    public const int First2019 = 15;

    /// <summary>The first version with query hints in the Query Store and contained availability groups.</summary>
    public const int First2022 = 16;

    public const int First2025 = 17;

    public static ImmutableArray<SqlServerRelease> All { get; } =
    [new(2016, Of2016), new(2017, Of2017), new(2019, First2019), new(2022, First2022), new(2025, First2025)];
}
