using RgPolicy.Testing.SqlServer.Governor;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>What running requests, workload groups and resource pools have of the server.</summary>
internal static class ResourceViews
{
    private const int Schedulers = 8;

    /// <summary>One for most queries, one for small ones.</summary>
    private static readonly short[] Semaphores = [0, 1];

    /// <summary>A view's rows, or null for another view.</summary>
    public static RowSet? Find(ServerState server, string name) =>
        name switch
        {
            "sys.dm_exec_query_memory_grants" => new RowSet(
                [
                    "session_id",
                    "request_id",
                    "requested_memory_kb",
                    "granted_memory_kb",
                    "used_memory_kb",
                    "max_used_memory_kb",
                    "ideal_memory_kb",
                    "wait_time_ms",
                ],
                [
                    .. RequestViews
                        .Now(server)
                        .Where(each => each.GrantKb > 0)
                        .Select(each => Grant(each.Session, each.GrantKb)),
                ]
            ),
            "sys.dm_exec_query_resource_semaphores" => new RowSet(
                ["pool_id", "resource_semaphore_id", "target_memory_kb"],
                [
                    .. server.Governor.Effective.Pools.Values.SelectMany(pool =>
                        Semaphores.Select(each =>
                            new object?[] { pool.Id, each, GovernorConfiguration.WorkspaceKb(pool) }
                        )
                    ),
                ]
            ),
            "sys.dm_os_tasks" => new RowSet(
                ["session_id", "request_id", "scheduler_id"],
                [.. RequestViews.Now(server).SelectMany(each => Tasks(each.Session, each.Workers))]
            ),
            _ => null,
        };

    /// <summary>The resource pools with what they use.</summary>
    public static RowSet WithFigures(ServerState server, RowSet pools)
    {
        var pool = server.Governor.Effective.Groups.Values.ToDictionary(
            each => each.Id,
            each => server.Governor.Effective.Pools.GetValueOrDefault(each.Pool)?.Id
        );
        var used = RequestViews.Now(server).ToLookup(each => pool.GetValueOrDefault(each.Group), each => each.GrantKb);
        return new RowSet(
            [
                .. pools.Columns,
                "total_cpu_usage_ms",
                "used_memory_kb",
                "max_memory_kb",
                "active_memgrant_kb",
                "memgrant_waiter_count",
            ],
            [
                .. pools.Rows.Select(row =>
                    (object?[])
                        [
                            .. row,
                            Cpu(server, row[0], pool),
                            (long)used[(int?)row[0]].Sum(),
                            4_194_304L,
                            (long)used[(int?)row[0]].Sum(),
                            0,
                        ]
                ),
            ]
        );
    }

    /// <summary>The workload groups with what runs in them.</summary>
    public static RowSet WithRequests(ServerState server, RowSet groups)
    {
        var running = RequestViews.Now(server).ToLookup(each => each.Group);
        return new RowSet(
            [
                .. groups.Columns,
                "active_request_count",
                "queued_request_count",
                "blocked_task_count",
                "total_request_count",
                "total_cpu_usage_ms",
            ],
            [
                .. groups.Rows.Select(row =>
                    (object?[])
                        [
                            .. row,
                            running[(int)(row[0] ?? 0)].Count(),
                            0,
                            running[(int)(row[0] ?? 0)].Count(each => each.Request.BlockedBy.Length > 0),
                            Ended(server, row[0]),
                            Cpu(server, row[0], null),
                        ]
                ),
            ]
        );
    }

    private static object?[] Grant(int session, int kilobytes) =>
        [
            (short)session,
            0,
            (long)kilobytes,
            (long)kilobytes,
            (long)kilobytes / 2,
            (long)kilobytes / 2,
            (long)kilobytes * 2,
            null,
        ];

    /// <summary>One task for each worker, on the schedulers from its session's number on.</summary>
    private static IEnumerable<object?[]> Tasks(int session, int dop) =>
        Enumerable
            .Range(0, Math.Max(1, dop))
            .Select(each => new object?[] { (short)session, 0, (session + each) % Schedulers });

    private static long Ended(ServerState server, object? group) =>
        server
            .Workload.Where(script => server.Sessions[script.Session].Group == (int?)group)
            .Sum(script => script.Requests.Sum(each => each.EndedBefore(server.Seconds)));

    private static long Cpu(ServerState server, object? id, Dictionary<int, int?>? poolOfGroup) =>
        (long)
            server
                .Workload.Where(script =>
                    server.Sessions[script.Session].Group is var group
                    && (poolOfGroup is null ? group : poolOfGroup.GetValueOrDefault(group)) == (int?)id
                )
                .Sum(script => script.Requests.Sum(each => each.CpuPerSecond * server.Seconds));
}
