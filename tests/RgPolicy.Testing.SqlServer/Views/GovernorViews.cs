using RgPolicy.Testing.SqlServer.Governor;
using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>Resource Governor's catalog views and dm_ views, and those of its functions.</summary>
internal static class GovernorViews
{
    private static readonly string[] Pool =
    [
        "pool_id",
        "name",
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
        "group_id",
        "name",
        "importance",
        "request_max_memory_grant_percent",
        "request_max_cpu_time_sec",
        "request_memory_grant_timeout_sec",
        "max_dop",
        "group_max_requests",
        "pool_id",
        "external_pool_id",
        "request_max_memory_grant_percent_numeric",
        "group_max_tempdb_data_mb",
        "group_max_tempdb_data_percent",
    ];

    /// <summary>A view's rows, or null for another view.</summary>
    public static RowSet? Find(ServerState server, SessionRow session, string name) =>
        name.StartsWith("sys.resource_governor_", StringComparison.Ordinal) && !session.Login.Has("VIEW ANY DEFINITION")
            ? All(server, session, name) is { } view
                ? view with
                {
                    Rows = [],
                }
                : null
            : All(server, session, name);

    private static RowSet? All(ServerState server, SessionRow session, string name)
    {
        var governor = server.Governor;
        return name switch
        {
            "sys.resource_governor_configuration" => new RowSet(
                ["is_enabled", "classifier_function_id", "max_outstanding_io_per_volume"],
                session.Login.Has("VIEW ANY DEFINITION")
                    ?
                    [
                        [governor.IsEnabled, governor.Stored.Classifier, governor.Stored.MaxOutstandingIo],
                    ]
                    : []
            ),
            "sys.dm_resource_governor_configuration" => new RowSet(
                ["classifier_function_id", "is_reconfiguration_pending", "max_outstanding_io_per_volume"],
                [
                    [governor.Effective.Classifier, governor.IsPending, governor.Effective.MaxOutstandingIo],
                ]
            ),
            "sys.resource_governor_resource_pools" => Pools(governor.Stored),
            "sys.dm_resource_governor_resource_pools" => ResourceViews.WithFigures(server, Pools(governor.Effective)),
            "sys.resource_governor_resource_pool_affinity" => Affinity(governor.Stored),
            "sys.dm_resource_governor_resource_pool_affinity" => Affinity(governor.Effective),
            "sys.resource_governor_workload_groups" => Groups(server, governor.Stored, hasTempdb: true),
            "sys.dm_resource_governor_workload_groups" => ResourceViews.WithRequests(
                server,
                Groups(server, governor.Effective, hasTempdb: false)
            ),
            "sys.objects" => new RowSet(
                ["object_id", "name", "schema_id", "type"],
                [.. Functions(server, session).Select(each => new object?[] { each.Id, each.Name, 1, "FN" })]
            ),
            "sys.sql_modules" => new RowSet(
                ["object_id", "definition"],
                [.. Functions(server, session).Select(each => new object?[] { each.Id, each.Definition })]
            ),
            "sys.schemas" => new RowSet(
                ["schema_id", "name"],
                [
                    [1, "dbo"],
                ]
            ),
            _ => null,
        };
    }

    private static RowSet Pools(GovernorConfiguration configuration) =>
        new(
            Pool,
            [
                .. configuration.Pools.Values.Select(each =>
                    new object?[]
                    {
                        each.Id,
                        each.Name,
                        each.MinCpu,
                        each.MaxCpu,
                        each.CapCpu,
                        each.MinMemory,
                        each.MaxMemory,
                        each.MinIops,
                        each.MaxIops,
                    }
                ),
            ]
        );

    private static RowSet Affinity(GovernorConfiguration configuration) =>
        new(
            ["pool_id", "processor_group", "scheduler_mask"],
            [
                .. configuration
                    .Pools.Values.Where(each => each.Schedulers != 0)
                    .Select(each => new object?[] { each.Id, (short)0, unchecked((long)each.Schedulers) }),
            ]
        );

    /// <summary>Columns that a release does not have are left out.</summary>
    private static RowSet Groups(ServerState server, GovernorConfiguration configuration, bool hasTempdb)
    {
        var major = server.Release.Major;
        var count =
            major < ServerRelease.Major2019 ? Group.Length - 3
            : major < ServerRelease.Major2025 || !hasTempdb ? Group.Length - 2
            : Group.Length;
        return new RowSet(
            Group[..count],
            [
                .. configuration.Groups.Values.Select(each =>
                    new object?[]
                    {
                        each.Id,
                        each.Name,
                        each.Importance,
                        (int)each.Grant,
                        each.CpuTime,
                        each.GrantTimeout,
                        each.MaxDop,
                        each.MaxRequests,
                        configuration.Pools.GetValueOrDefault(each.Pool)?.Id,
                        GroupRow.ExternalPool,
                        each.Grant,
                        each.TempdbMegabytes,
                        each.TempdbPercent,
                    }[..count]
                ),
            ]
        );
    }

    private static IEnumerable<FunctionRow> Functions(ServerState server, SessionRow session) =>
        session.Login.Has("VIEW ANY DEFINITION") ? server.Governor.Functions : [];
}
