using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>
/// Lets a script find out whether changes of others are stored and not in force, because its RECONFIGURE would put them
/// in force too. RgPolicy's own do not count: they are left from a run that ended half way. A Resource Governor that is
/// off has nothing in force.
/// </summary>
internal static class StoredOnly
{
    private const string Own = "rgp[_]%";

    private static readonly string[] Pool =
    [
        "min_cpu_percent",
        "max_cpu_percent",
        "cap_cpu_percent",
        "min_memory_percent",
        "max_memory_percent",
        "min_iops_per_volume",
        "max_iops_per_volume",
    ];

    private static readonly string[] Group =
    [
        "request_max_memory_grant_percent",
        "request_max_cpu_time_sec",
        "request_memory_grant_timeout_sec",
        "max_dop",
        "group_max_requests",
        "pool_id",
    ];

    /// <summary>True where there are such changes.</summary>
    public static string OfOthers { get; } =
        "EXISTS (SELECT 1 FROM sys.resource_governor_configuration AS c CROSS JOIN "
        + "sys.dm_resource_governor_configuration AS d WHERE c.is_enabled = 1 AND d.is_reconfiguration_pending = "
        + "1) AND ("
        + string.Join(
            " OR ",
            Altered("resource_pools", "pool_id", Pool),
            Dropped("resource_pools", "pool_id"),
            Altered("workload_groups", "group_id", Group),
            Dropped("workload_groups", "group_id")
        )
        + ")";

    private static string Altered(string view, string id, string[] columns) =>
        $"EXISTS (SELECT 1 FROM sys.resource_governor_{view} AS s LEFT JOIN sys.dm_resource_governor_{view} AS e ON "
        + $"e.{id} = s.{id} WHERE {IsOthers("s", id)} AND (e.{id} IS NULL OR "
        + string.Join(" OR ", columns.Select(column => $"s.{column} <> e.{column}"))
        + "))";

    private static string Dropped(string view, string id) =>
        $"EXISTS (SELECT 1 FROM sys.dm_resource_governor_{view} AS e LEFT JOIN sys.resource_governor_{view} AS s ON "
        + $"s.{id} = e.{id} WHERE {IsOthers("e", id)} AND s.{id} IS NULL)";

    private static string IsOthers(string alias, string id) =>
        $"{alias}.{id} > 1 AND {SqlCollation.Ignoring($"{alias}.name")} NOT LIKE {SqlQuote.Text(Own)}";
}
