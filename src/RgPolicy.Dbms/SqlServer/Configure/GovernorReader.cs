using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Reads Resource Governor's configuration: as it is stored (catalog views), and as it is in
/// force (dm_ views).</summary>
internal sealed class GovernorReader(SqlServerLink link, SqlServerFacts facts)
{
    private const string StoredViews = "sys.resource_governor_";

    /// <summary>What is stored, but for the server's own pool and group <c>default</c>.</summary>
    public async Task<GovernorState> ReadAsync(CancellationToken cancellationToken) =>
        (await ReadAllAsync(cancellationToken)).OfUsers();

    /// <summary>What is stored, the pool and the group <c>default</c> included.</summary>
    public async Task<GovernorState> ReadAllAsync(CancellationToken cancellationToken)
    {
        var modules = await ReadModulesAsync(cancellationToken);
        var configuration = await OneAsync(
            "SELECT c.is_enabled, c.classifier_function_id, d.is_reconfiguration_pending, "
                + "c.max_outstanding_io_per_volume "
                + "FROM sys.resource_governor_configuration AS c CROSS JOIN "
                + "sys.dm_resource_governor_configuration AS d",
            row =>
                (
                    IsEnabled: row.GetBoolean(0),
                    Classifier: row.Int(1),
                    IsPending: row.GetBoolean(2),
                    MaxOutstandingIo: row.Int(3)
                ),
            cancellationToken
        );
        var pools = await ReadPoolsAsync(StoredViews, cancellationToken);
        return new GovernorState
        {
            IsEnabled = configuration.IsEnabled,
            IsPending = configuration.IsPending,
            Classifier = modules.FirstOrDefault(module => module.Id == configuration.Classifier).Function,
            Pools = pools,
            Groups = await ReadGroupsAsync(StoredViews, cancellationToken),
            Unwritten = (await ReadExternalPoolsAsync(cancellationToken)).SetItem(
                GovernorState.MaxOutstandingIo,
                configuration.MaxOutstandingIo
            ),
            Functions =
            [
                .. modules
                    .Select(module => module.Function)
                    .Where(function =>
                        function.Schema == ClassifierFunction.OwnSchema && GovernorNames.IsOwn(function.Name)
                    ),
            ],
        };
    }

    /// <summary>What is in force; functions are those that are stored.</summary>
    public async Task<GovernorState> ReadEffectiveAsync(GovernorState stored, CancellationToken cancellationToken)
    {
        var classifier = await OneAsync(
            "SELECT classifier_function_id FROM sys.dm_resource_governor_configuration",
            row => row.Int(0),
            cancellationToken
        );
        var modules = await ReadModulesAsync(cancellationToken);
        return (
            stored with
            {
                Classifier = modules.FirstOrDefault(module => module.Id == classifier).Function,
                Pools = await ReadPoolsAsync(PoolAffinity.EffectiveViews, cancellationToken),
                Groups =
                [
                    .. (await ReadGroupsAsync(PoolAffinity.EffectiveViews, cancellationToken)).Select(group =>
                        WithTempdb(group, stored.Group(group.Name))
                    ),
                ],
            }
        ).OfUsers();
    }

    public async Task<ImmutableSortedDictionary<string, int>> ReadSessionsAsync(CancellationToken cancellationToken)
    {
        var rows = await link.QueryAsync(
            "SELECT g.name, COUNT(*) FROM sys.dm_exec_sessions AS s "
                + "JOIN sys.dm_resource_governor_workload_groups AS g ON g.group_id = s.group_id GROUP BY g.name",
            row => KeyValuePair.Create(row.GetString(0), row.Int(1)),
            cancellationToken
        );
        return rows.GroupBy(row => row.Key, StringComparer.OrdinalIgnoreCase)
            .ToImmutableSortedDictionary(
                name => name.Key,
                name => name.Sum(row => row.Value),
                StringComparer.OrdinalIgnoreCase
            );
    }

    private async Task<ImmutableArray<ResourcePoolSpec>> ReadPoolsAsync(
        string views,
        CancellationToken cancellationToken
    )
    {
        var schedulers = await PoolAffinity.ReadAsync(link, views, cancellationToken);
        var rows = await link.QueryAsync(
            "SELECT pool_id, name, min_cpu_percent, max_cpu_percent, cap_cpu_percent, min_memory_percent, "
                + "max_memory_percent, "
                + $"min_iops_per_volume, max_iops_per_volume FROM {views}resource_pools WHERE pool_id > 1",
            row => Pool(row, schedulers),
            cancellationToken
        );
        return [.. rows.OrderBy(pool => pool.Name, StringComparer.Ordinal)];
    }

    private static ResourcePoolSpec Pool(DbDataReader row, ILookup<int, int> schedulers) =>
        new(row.GetString(1))
        {
            MinCpuPercent = row.Int(2),
            MaxCpuPercent = row.Int(3),
            CapCpuPercent = row.Int(4),
            MinMemoryPercent = row.Int(5),
            MaxMemoryPercent = row.Int(6),
            MinIopsPerVolume = row.Int(7),
            MaxIopsPerVolume = row.Int(8),
            Schedulers = CpuRanges.Format([.. schedulers[row.Int(0)].Order()]),
        };

    private async Task<ImmutableArray<WorkloadGroupSpec>> ReadGroupsAsync(
        string views,
        CancellationToken cancellationToken
    )
    {
        var grant = facts.HasFractions
            ? "g.request_max_memory_grant_percent_numeric"
            : "g.request_max_memory_grant_percent";
        var tempdb =
            facts.HasTempdbLimits && views == StoredViews
                ? ", g.group_max_tempdb_data_mb, g.group_max_tempdb_data_percent"
                : "";
        var rows = await link.QueryAsync(
            $"SELECT g.name, p.name, g.importance, {grant}, g.request_max_cpu_time_sec, "
                + "g.request_memory_grant_timeout_sec, g.max_dop, "
                + $"g.group_max_requests{tempdb} FROM {views}workload_groups AS g JOIN {views}resource_pools AS p ON "
                + "p.pool_id = g.pool_id "
                + "WHERE g.group_id > 1",
            row => Group(row, tempdb.Length > 0),
            cancellationToken
        );
        return [.. rows.OrderBy(group => group.Name, StringComparer.Ordinal)];
    }

    private async Task<ImmutableSortedDictionary<string, int>> ReadExternalPoolsAsync(
        CancellationToken cancellationToken
    ) =>
        (
            await link.QueryAsync(
                $"SELECT name, external_pool_id FROM {StoredViews}workload_groups WHERE group_id > 1",
                row => (Name: row.GetString(0), Pool: row.Int(1)),
                cancellationToken
            )
        )
            .Where(group => !GovernorNames.IsOwn(group.Name))
            .ToImmutableSortedDictionary(
                group => GovernorState.ExternalPoolOf(group.Name),
                group => group.Pool,
                StringComparer.Ordinal
            );

    /// <summary>The limits of tempdb are not among what the dm_ views tell.</summary>
    private static WorkloadGroupSpec WithTempdb(WorkloadGroupSpec group, WorkloadGroupSpec? stored) =>
        group with
        {
            GroupMaxTempdbDataMb = stored?.GroupMaxTempdbDataMb,
            GroupMaxTempdbDataPercent = stored?.GroupMaxTempdbDataPercent,
        };

    private static WorkloadGroupSpec Group(DbDataReader row, bool hasTempdb) =>
        new(row.GetString(0), row.GetString(1))
        {
            Importance = Enum.TryParse<WorkloadImportance>(row.GetString(2), ignoreCase: true, out var importance)
                ? importance
                : WorkloadImportance.Medium,
            RequestMaxMemoryGrantPercent = row.Amount(3) ?? WorkloadGroupSpec.UsualGrantPercent,
            RequestMaxCpuTimeSec = row.Int(4),
            RequestMemoryGrantTimeoutSec = row.Int(5),
            MaxDop = row.Int(6),
            GroupMaxRequests = row.Int(7),
            GroupMaxTempdbDataMb = hasTempdb ? row.Amount(8) : null,
            GroupMaxTempdbDataPercent = hasTempdb ? row.Amount(9) : null,
        };

    /// <summary>Functions with RgPolicy's names, and the classifier, whether RgPolicy's or not.</summary>
    private async Task<List<(int Id, ClassifierFunction Function)>> ReadModulesAsync(
        CancellationToken cancellationToken
    )
    {
        var rows = await link.QueryLongAsync(
            "SELECT o.object_id, s.name, o.name, m.definition FROM sys.objects AS o JOIN sys.schemas AS s ON "
                + "s.schema_id = o.schema_id "
                + "JOIN sys.sql_modules AS m ON m.object_id = o.object_id WHERE "
                + SqlCollation.Ignoring("o.type")
                + " = N'FN' AND ("
                + SqlCollation.Ignoring("o.name")
                + " LIKE "
                + SqlQuote.Text("rgp[_]classifier[_]%")
                + " OR o.object_id IN (SELECT classifier_function_id FROM sys.resource_governor_configuration)"
                + " OR o.object_id IN (SELECT classifier_function_id FROM sys.dm_resource_governor_configuration))",
            async row =>
                (
                    row.Int(0),
                    new ClassifierFunction(
                        row.GetString(1),
                        row.GetString(2),
                        Plain(await LongText.ReadAsync(row, 3) ?? "")
                    )
                ),
            cancellationToken
        );
        return [.. rows.OrderBy(row => row.Item2.Name, StringComparer.Ordinal)];
    }

    /// <summary>A tool that runs a script may end lines its own way and send the line break before GO too; both are
    /// kept in the catalog.</summary>
    private static string Plain(string definition) =>
        definition.Replace("\r\n", "\n", StringComparison.Ordinal).Trim('\r', '\n', ' ', '\t');

    /// <summary>The catalog hides its only row from a login that may not see definitions.</summary>
    private async Task<TRow> OneAsync<TRow>(
        string sql,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    ) =>
        await link.QueryAsync(sql, read, cancellationToken) is [var row, ..]
            ? row
            : throw new ConfigureException(
                $"{link.Target}: a right is missing: Resource Governor's configuration is hidden from the login",
                "Grant it: GRANT VIEW ANY DEFINITION TO the login of the connection."
            );
}
