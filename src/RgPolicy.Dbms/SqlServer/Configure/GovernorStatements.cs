using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Writes Resource Governor's statements. An option is named where its value differs from what
/// it was.</summary>
internal static class GovernorStatements
{
    public const string Reconfigure = "ALTER RESOURCE GOVERNOR RECONFIGURE;";

    /// <summary>Lifts every limit and puts new sessions into the default group.</summary>
    public const string Disable = "ALTER RESOURCE GOVERNOR DISABLE;";

    private const string Classifier = "ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = ";

    private const string SessionsInGroup =
        "SELECT 1 FROM sys.dm_exec_sessions AS s JOIN sys.dm_resource_governor_workload_groups AS g ON g.group_id = "
        + "s.group_id WHERE g.name = ";

    private const string GroupsInPool =
        "SELECT 1 FROM sys.resource_governor_workload_groups AS g JOIN sys.resource_governor_resource_pools AS p ON "
        + "p.pool_id = g.pool_id WHERE p.name = ";

    public static string Create(ResourcePoolSpec pool) =>
        $"CREATE RESOURCE POOL {SqlQuote.Name(pool.Name)}{With(PoolOptions(pool.Lift(), pool))};";

    /// <summary>A resource pool with other values, or null where none differs.</summary>
    public static string? Alter(ResourcePoolSpec from, ResourcePoolSpec to) =>
        With(PoolOptions(from, to)) is { Length: > 0 } options
            ? $"ALTER RESOURCE POOL {SqlQuote.Name(to.Name)}{options};"
            : null;

    public static string Create(WorkloadGroupSpec group) =>
        $"CREATE WORKLOAD GROUP {SqlQuote.Name(group.Name)}{With(GroupOptions(group.Lift(), group))} USING "
        + $"{SqlQuote.Name(group.Pool)};";

    /// <summary>A workload group with other values, or null where none differs.</summary>
    public static string? Alter(WorkloadGroupSpec from, WorkloadGroupSpec to)
    {
        var moved = string.Equals(from.Pool, to.Pool, StringComparison.OrdinalIgnoreCase)
            ? ""
            : $" USING {SqlQuote.Name(to.Pool)}";
        var text = With(GroupOptions(from, to)) + moved;
        return text.Length > 0 ? $"ALTER WORKLOAD GROUP {SqlQuote.Name(to.Name)}{text};" : null;
    }

    /// <summary>Drops a group; while sessions are in it, its limits are lifted instead.</summary>
    public static string Drop(WorkloadGroupSpec group) =>
        Guarded(
            SessionsInGroup + SqlQuote.Text(group.Name),
            Alter(group, group.Lift()),
            $"DROP WORKLOAD GROUP {SqlQuote.Name(group.Name)};"
        );

    /// <summary>Drops a pool; while a group uses it, its limits are lifted instead.</summary>
    public static string Drop(ResourcePoolSpec pool) =>
        Guarded(
            GroupsInPool + SqlQuote.Text(pool.Name),
            Alter(pool, pool.Lift()),
            $"DROP RESOURCE POOL {SqlQuote.Name(pool.Name)};"
        );

    public static string Drop(ClassifierFunction function) =>
        $"DROP FUNCTION {SqlQuote.Name(function.Schema)}.{SqlQuote.Name(function.Name)};";

    public static bool NamesClassifier(string statement) => statement.StartsWith(Classifier, StringComparison.Ordinal);

    public static string UseClassifier(ClassifierFunction? function) =>
        $"{Classifier}{(function is null ? "NULL" : $"{SqlQuote.Name(function.Schema)}.{SqlQuote.Name(function.Name)}")});";

    private static string Guarded(string whoIsThere, string? meanwhile, string drop) =>
        meanwhile is null
            ? $"IF NOT EXISTS ({whoIsThere})\n    {drop}"
            : $"IF EXISTS ({whoIsThere})\n    {meanwhile}\nELSE\n    {drop}";

    private static string With(IEnumerable<string> options) =>
        string.Join(", ", options) is { Length: > 0 } text ? $" WITH ({text})" : "";

    private static IEnumerable<string> PoolOptions(ResourcePoolSpec from, ResourcePoolSpec to) =>
        Differing(
            Option("MIN_CPU_PERCENT", from.MinCpuPercent, to.MinCpuPercent),
            Option("MAX_CPU_PERCENT", from.MaxCpuPercent, to.MaxCpuPercent),
            Option("CAP_CPU_PERCENT", from.CapCpuPercent, to.CapCpuPercent),
            Option("MIN_MEMORY_PERCENT", from.MinMemoryPercent, to.MinMemoryPercent),
            Option("MAX_MEMORY_PERCENT", from.MaxMemoryPercent, to.MaxMemoryPercent),
            from.Schedulers == to.Schedulers ? null : "AFFINITY SCHEDULER = " + Schedulers(to.Schedulers),
            Option("MIN_IOPS_PER_VOLUME", from.MinIopsPerVolume, to.MinIopsPerVolume),
            Option("MAX_IOPS_PER_VOLUME", from.MaxIopsPerVolume, to.MaxIopsPerVolume)
        );

    private static IEnumerable<string> GroupOptions(WorkloadGroupSpec from, WorkloadGroupSpec to) =>
        Differing(
            from.Importance == to.Importance ? null : "IMPORTANCE = " + to.Importance.ToString().ToUpperInvariant(),
            Option(
                "REQUEST_MAX_MEMORY_GRANT_PERCENT",
                from.RequestMaxMemoryGrantPercent,
                to.RequestMaxMemoryGrantPercent
            ),
            Option("REQUEST_MAX_CPU_TIME_SEC", from.RequestMaxCpuTimeSec, to.RequestMaxCpuTimeSec),
            Option(
                "REQUEST_MEMORY_GRANT_TIMEOUT_SEC",
                from.RequestMemoryGrantTimeoutSec,
                to.RequestMemoryGrantTimeoutSec
            ),
            Option("MAX_DOP", from.MaxDop, to.MaxDop),
            Option("GROUP_MAX_REQUESTS", from.GroupMaxRequests, to.GroupMaxRequests),
            Option("GROUP_MAX_TEMPDB_DATA_MB", from.GroupMaxTempdbDataMb, to.GroupMaxTempdbDataMb),
            Option("GROUP_MAX_TEMPDB_DATA_PERCENT", from.GroupMaxTempdbDataPercent, to.GroupMaxTempdbDataPercent)
        );

    private static IEnumerable<string> Differing(params string?[] options) => options.OfType<string>();

    private static string? Option(string name, decimal? from, decimal? to) =>
        from == to ? null : $"{name} = {to?.ToString("0.############", CultureInfo.InvariantCulture) ?? "NULL"}";

    private static string Schedulers(string text) => text.Length == 0 ? "AUTO" : "(" + SqlRanges.Of(text) + ")";
}
