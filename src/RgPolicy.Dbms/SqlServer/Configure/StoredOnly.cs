using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>
/// Lets a script find out whether changes of others are stored and not in force, because its RECONFIGURE would put them
/// in force too. RgPolicy's own do not count: they are left from a run that ended half way. Where something is pending
/// and nothing of RgPolicy's differs, it is another's, whatever it is. A Resource Governor that is off has nothing
/// in force.
/// </summary>
internal sealed class StoredOnly(SqlServerFacts facts, GovernorState planned)
{
    private const string Own = "rgp[_]%";
    private const string GroupId = "group_id";

    private const string Configurations =
        "EXISTS (SELECT 1 FROM sys.resource_governor_configuration AS c CROSS JOIN "
        + "sys.dm_resource_governor_configuration AS d WHERE ";

    private static readonly string[] Pool = WordList.Of(
        """
        min_cpu_percent max_cpu_percent cap_cpu_percent min_memory_percent max_memory_percent
        min_iops_per_volume max_iops_per_volume
        """
    );

    private static readonly string[] Group = WordList.Of(
        """
        request_max_memory_grant_percent request_max_cpu_time_sec request_memory_grant_timeout_sec max_dop
        group_max_requests pool_id external_pool_id
        """
    );

    /// <summary>True where there are such changes.</summary>
    public string OfOthers =>
        $"{Configurations}c.is_enabled = 1 AND d.is_reconfiguration_pending = 1) AND ({Differs(isOwn: false)} OR "
        + $"{Configurations}c.max_outstanding_io_per_volume <> d.max_outstanding_io_per_volume) OR NOT "
        + $"({Differs(isOwn: true)} OR {Configurations}c.classifier_function_id <> d.classifier_function_id)))";

    private string Differs(bool isOwn)
    {
        var tempdb = planned.Groups.Where(group => facts.HasTempdbLimits && planned.IsOwnGroup(group.Name) == isOwn);
        string[] differences =
        [
            Altered("resource_pools", "pool_id", Pool.Select(Differs), isOwn),
            Dropped("resource_pools", "pool_id", isOwn),
            Affinity("", "dm_", isOwn),
            Affinity("dm_", "", isOwn),
            Altered("workload_groups", GroupId, GroupDiffers(), isOwn),
            Dropped("workload_groups", GroupId, isOwn),
            .. tempdb.Select(Tempdb),
        ];
        return string.Join(" OR ", differences);
    }

    private IEnumerable<string> GroupDiffers() =>
        Group
            .Concat(facts.HasFractions ? ["request_max_memory_grant_percent_numeric"] : Array.Empty<string>())
            .Select(Differs)
            .Append($"{SqlCollation.Ignoring("s.importance")} <> e.importance");

    private static string Differs(string column) => $"s.{column} <> e.{column}";

    private string Altered(string view, string id, IEnumerable<string> differences, bool isOwn) =>
        $"EXISTS (SELECT 1 FROM sys.resource_governor_{view} AS s LEFT JOIN sys.dm_resource_governor_{view} AS e ON "
        + $"e.{id} = s.{id} WHERE {Whose("s", id, isOwn)} AND (e.{id} IS NULL OR {string.Join(" OR ", differences)}))";

    private string Dropped(string view, string id, bool isOwn) =>
        $"EXISTS (SELECT 1 FROM sys.dm_resource_governor_{view} AS e LEFT JOIN sys.resource_governor_{view} AS s ON "
        + $"s.{id} = e.{id} WHERE {Whose("e", id, isOwn)} AND s.{id} IS NULL)";

    private string Affinity(string here, string there, bool isOwn) =>
        $"EXISTS (SELECT 1 FROM sys.{here}resource_governor_resource_pools AS p JOIN "
        + $"sys.{here}resource_governor_resource_pool_affinity AS s ON s.pool_id = p.pool_id LEFT JOIN "
        + $"sys.{there}resource_governor_resource_pool_affinity AS e ON e.pool_id = s.pool_id AND e.processor_group = "
        + $"s.processor_group AND e.scheduler_mask = s.scheduler_mask WHERE {Whose("p", "pool_id", isOwn)} AND "
        + "e.pool_id IS NULL)";

    /// <summary>What of tempdb's limits is in force no view tells: they are compared with those of the plan.</summary>
    private static string Tempdb(WorkloadGroupSpec group) =>
        $"EXISTS (SELECT 1 FROM sys.resource_governor_workload_groups AS s WHERE s.name = {SqlQuote.Text(group.Name)} "
        + $"AND (COALESCE(s.group_max_tempdb_data_mb, -1) <> {Number(group.GroupMaxTempdbDataMb)} OR "
        + $"COALESCE(s.group_max_tempdb_data_percent, -1) <> {Number(group.GroupMaxTempdbDataPercent)}))";

    private static string Number(decimal? limit) => (limit ?? -1).ToString(CultureInfo.InvariantCulture);

    /// <summary>What is taken over of others counts as RgPolicy's own.</summary>
    private string Whose(string alias, string id, bool isOwn)
    {
        var adopted = id == GroupId ? planned.Adopted?.Groups : planned.Adopted?.Pools;
        var isPrefixed = $"{SqlCollation.Ignoring($"{alias}.name")} LIKE {SqlQuote.Text(Own)}";
        var isOne = adopted is { Length: > 0 } names
            ? $"({isPrefixed} OR {alias}.name IN ({string.Join(", ", names.Select(SqlQuote.Text))}))"
            : isPrefixed;
        return $"{alias}.{id} > 1 AND {(isOwn ? "" : "NOT ")}{isOne}";
    }
}
