using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>What is asked of a server's resources: a few short views, and details of the requests that
/// are named.</summary>
internal static class ResourcePoll
{
    private const long Kilobyte = 1024;

    /// <summary>Limits of a pool: the setting, the column, and the value that limits nothing.</summary>
    private static readonly ImmutableArray<(string Setting, string Column, long Unlimited)> PoolLimits =
    [
        ("cpu min", "min_cpu_percent", 0),
        ("cpu max", "max_cpu_percent", 100),
        ("cpu cap", "cap_cpu_percent", 100),
        ("memory min", "min_memory_percent", 0),
        ("memory max", "max_memory_percent", 100),
        ("io min reads", "min_iops_per_volume", 0),
        ("io reads", "max_iops_per_volume", 0),
    ];

    private static readonly ImmutableArray<(string Setting, string Column, long Unlimited)> GroupLimits =
    [
        ("maxdop", "max_dop", 0),
        ("cpu time", "request_max_cpu_time_sec", 0),
        ("grant wait", "request_memory_grant_timeout_sec", 0),
        ("concurrency", "group_max_requests", 0),
        ("grant", "request_max_memory_grant_percent", 25),
    ];

    private static readonly string Pools =
        "SELECT p.pool_id, p.name, p.total_cpu_usage_ms, p.used_memory_kb, p.max_memory_kb, p.active_memgrant_kb, "
        + "p.memgrant_waiter_count, "
        + "s.target_memory_kb, "
        + Columns("p", PoolLimits)
        + " FROM sys.dm_resource_governor_resource_pools AS p LEFT JOIN "
        + "sys.dm_exec_query_resource_semaphores AS s "
        + "ON s.pool_id = p.pool_id AND s.resource_semaphore_id = 0 OPTION (MAXDOP 1)";

    private static readonly string Groups =
        "SELECT g.group_id, g.name, g.pool_id, g.active_request_count, g.queued_request_count, g.blocked_task_count, "
        + "g.total_request_count, "
        + "g.total_cpu_usage_ms, g.request_max_memory_grant_percent, "
        + Columns("g", GroupLimits)
        + " FROM sys.dm_resource_governor_workload_groups AS g OPTION (MAXDOP 1)";

    private static readonly string GroupsWithFractions = Groups.Replace(
        "request_max_memory_grant_percent",
        "request_max_memory_grant_percent_numeric",
        StringComparison.Ordinal
    );

    private static readonly string Requests =
        "SELECT r.session_id, r.request_id, r.dop, g.requested_memory_kb, g.granted_memory_kb, g.used_memory_kb, "
        + "g.max_used_memory_kb, "
        + "g.ideal_memory_kb, g.wait_time_ms FROM sys.dm_exec_requests AS r LEFT JOIN "
        + "sys.dm_exec_query_memory_grants AS g "
        + "ON g.session_id = r.session_id AND g.request_id = r.request_id"
        + OfSessions("r");

    private static readonly string Tasks =
        "SELECT t.session_id, t.request_id, t.scheduler_id FROM sys.dm_os_tasks AS t" + OfSessions("t");

    private static readonly string OwnSessions =
        "SELECT s.session_id, s.login_time, s.cpu_time, s.program_name FROM sys.dm_exec_sessions AS s"
        + OfSessions("s");

    private const string Schedulers =
        "SELECT s.scheduler_id, s.cpu_id, s.status FROM sys.dm_os_schedulers AS s WHERE s.scheduler_id < 1048576 "
        + "OPTION (MAXDOP 1)";

    private const string Host = "SELECT affinity_type_desc, cpu_count FROM sys.dm_os_sys_info";

    private static readonly string ReadOnly =
        "SELECT d.name FROM sys.databases AS d WHERE d.database_id > 4 AND "
        + SqlCollation.Ignoring("CONVERT(nvarchar(60), DATABASEPROPERTYEX(d.name, N'Updateability'))")
        + " = N'READ_ONLY'";

    /// <summary>The databases that are read-only, set so or as secondary replicas.</summary>
    public static Task<List<string>> ReadOnlyAsync(SqlServerLink link, CancellationToken cancellationToken) =>
        link.QueryAsync(ReadOnly, row => row.GetString(0), cancellationToken);

    public static async Task<ImmutableArray<ResourcePoolFacts>> PoolsAsync(
        SqlServerLink link,
        CancellationToken cancellationToken
    ) =>
        [
            .. (await link.QueryAsync(Pools, Pool, cancellationToken))
                .DistinctBy(pool => pool.Id)
                .OrderBy(pool => pool.Id),
        ];

    public static async Task<ImmutableArray<WorkloadGroupFacts>> GroupsAsync(
        SqlServerLink link,
        bool hasFractions,
        CancellationToken cancellationToken
    ) =>
        [
            .. (await link.QueryAsync(hasFractions ? GroupsWithFractions : Groups, Group, cancellationToken)).OrderBy(
                group => group.Id
            ),
        ];

    public static Task<List<(int Backend, int? Dop, MemoryGrant? Grant)>> RequestsAsync(
        SqlServerLink link,
        string sessions,
        CancellationToken cancellationToken
    ) => link.QueryAsync(SqlCall.Of(Requests, SqlArgument.Text("@sessions", sessions)), Request, cancellationToken);

    public static Task<List<(int Backend, int Scheduler)>> TasksAsync(
        SqlServerLink link,
        string sessions,
        CancellationToken cancellationToken
    ) =>
        link.QueryAsync(
            SqlCall.Of(Tasks, SqlArgument.Text("@sessions", sessions)),
            row => (RequestRow.BackendOf((int)row.Long(0), (int)row.Long(1)), (int)row.Long(2)),
            cancellationToken
        );

    /// <summary>What RgPolicy's own sessions have cost; the number of one that broke may belong to another session by
    /// now.</summary>
    public static async Task<IEnumerable<OwnSessionRow>> OwnSessionsAsync(
        SqlServerLink link,
        string sessions,
        CancellationToken cancellationToken
    ) =>
        (
            await link.QueryAsync(
                SqlCall.Of(OwnSessions, SqlArgument.Text("@sessions", sessions)),
                row =>
                    (
                        Row: new OwnSessionRow(row.Int(0), row.GetDateTime(1), TimeSpan.FromMilliseconds(row.Long(2))),
                        App: row.Text(3)
                    ),
                cancellationToken
            )
        )
            .Where(each => each.App.StartsWith(LinkSettings.OwnApplications, StringComparison.Ordinal))
            .Select(each => each.Row);

    public static Task<List<SchedulerRow>> SchedulersAsync(SqlServerLink link, CancellationToken cancellationToken) =>
        link.QueryAsync(
            Schedulers,
            row => new SchedulerRow((int)row.Long(0), (int)row.Long(1), row.GetString(2)),
            cancellationToken
        );

    public static async Task<(bool IsAutomatic, int Cpus)> HostAsync(
        SqlServerLink link,
        CancellationToken cancellationToken
    ) => await link.OneAsync(Host, row => (row.GetString(0) == "AUTO", row.GetInt32(1)), cancellationToken);

    private static string OfSessions(string view) =>
        $" WHERE {SqlCollation.IsListed($"{view}.session_id", "@sessions")} OPTION (MAXDOP 1)";

    private static ResourcePoolFacts Pool(DbDataReader row) =>
        new((int)row.Long(0), row.GetString(1))
        {
            Cpu = TimeSpan.FromMilliseconds(row.Long(2)),
            UsedMemoryBytes = row.Long(3) * Kilobyte,
            MaxMemoryBytes = row.Long(4) * Kilobyte,
            GrantedBytes = row.Long(5) * Kilobyte,
            GrantsWaiting = (int)row.Long(6),
            WorkspaceBytes = Bytes(row, 7),
            Limits = Limits(row, 8, PoolLimits),
        };

    private static WorkloadGroupFacts Group(DbDataReader row) =>
        new((int)row.Long(0), row.GetString(1), (int)row.Long(2))
        {
            Active = (int)row.Long(3),
            Queued = (int)row.Long(4),
            BlockedTasks = (int)row.Long(5),
            Ended = row.Long(6),
            Cpu = TimeSpan.FromMilliseconds(row.Long(7)),
            LargestGrantPercent = row.IsDBNull(8)
                ? 0
                : Convert.ToDecimal(row.GetValue(8), CultureInfo.InvariantCulture),
            Limits = Limits(row, 9, GroupLimits),
        };

    private static string Columns(
        string alias,
        ImmutableArray<(string Setting, string Column, long Unlimited)> limits
    ) => string.Join(", ", limits.Select(limit => $"{alias}.{limit.Column}"));

    private static ImmutableDictionary<string, string> Limits(
        DbDataReader row,
        int first,
        ImmutableArray<(string Setting, string Column, long Unlimited)> limits
    ) =>
        limits
            .Select(
                (limit, number) => (limit.Setting, limit.Column, limit.Unlimited, Value: row.Amount(first + number))
            )
            .Where(limit => limit.Value is { } value && value != limit.Unlimited)
            .ToImmutableDictionary(
                limit => limit.Setting,
                limit => FormattableString.Invariant($"{limit.Column.ToUpperInvariant()} {limit.Value:0.####}"),
                StringComparer.Ordinal
            );

    private static (int Backend, int? Dop, MemoryGrant? Grant) Request(DbDataReader row) =>
        (
            RequestRow.BackendOf((int)row.Long(0), (int)row.Long(1)),
            row.IsDBNull(2) ? null : (int)row.Long(2),
            row.IsDBNull(3)
                ? null
                : new MemoryGrant(
                    row.Long(3) * Kilobyte,
                    Bytes(row, 4),
                    Bytes(row, 5),
                    Bytes(row, 6),
                    Bytes(row, 7),
                    row.IsDBNull(8) ? null : TimeSpan.FromMilliseconds(row.Long(8))
                )
        );

    private static long? Bytes(DbDataReader row, int column) =>
        row.IsDBNull(column) ? null : row.Long(column) * Kilobyte;
}
