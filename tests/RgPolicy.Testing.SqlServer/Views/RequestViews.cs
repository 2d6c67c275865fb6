using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>Sessions, running requests, and what finished executions took.</summary>
internal static class RequestViews
{
    private const int PageKb = 8;
    private const int TsqlEndpoint = 4;
    private const int BytesPerMegabyte = 1024 * 1024;

    private static readonly string[] Request =
    [
        "session_id",
        "request_id",
        "start_time",
        "status",
        "command",
        "sql_handle",
        "statement_start_offset",
        "statement_end_offset",
        "plan_handle",
        "database_id",
        "connection_id",
        "blocking_session_id",
        "wait_type",
        "last_wait_type",
        "cpu_time",
        "reads",
        "writes",
        "granted_query_memory",
        "parallel_worker_count",
        "query_hash",
        "query_plan_hash",
        "group_id",
        "dop",
        "transaction_id",
    ];

    private static readonly string[] Statistics =
    [
        "query_hash",
        "execution_count",
        "total_elapsed_time",
        "total_worker_time",
        "total_physical_reads",
    ];

    /// <summary>A view's rows, or null for another view. Without the right to see others a login sees
    /// its own session only.</summary>
    public static RowSet? Find(ServerState server, SessionRow session, string name) =>
        name switch
        {
            "sys.dm_exec_sessions" => new RowSet(
                [
                    "session_id",
                    "login_name",
                    "original_login_name",
                    "program_name",
                    "host_name",
                    "is_user_process",
                    "endpoint_id",
                    "group_id",
                    "contained_availability_group_id",
                    "login_time",
                    "cpu_time",
                    "open_transaction_count",
                ],
                [
                    .. server
                        .Sessions.Values.Where(each => Sees(session, each.Id))
                        .Select(each => Session(server, each, AvailabilityViews.ContainedGroupOf(server))),
                ]
            ),
            "sys.dm_exec_requests" => new RowSet(
                Request,
                [
                    .. Running(server)
                        .Where(each => Sees(session, (short)(each[0] ?? (short)0)))
                        .Append(Own(server, session)),
                ]
            ),
            "sys.dm_tran_database_transactions" => new RowSet(
                ["transaction_id", "database_transaction_log_bytes_used"],
                [
                    .. Now(server)
                        .Select(each =>
                            new object?[] { (long)each.Session, (long)(each.Request.LogMegabytes * BytesPerMegabyte) }
                        ),
                ]
            ),
            "sys.dm_broker_activated_tasks" => new RowSet(
                ["spid"],
                [.. Now(server).Where(each => each.Request.IsActivated).Select(each => new object?[] { each.Session })]
            ),
            "sys.dm_exec_query_stats" => new RowSet(
                Statistics,
                [
                    .. Ended(server)
                        .Where(each => each.Executions > 0)
                        .Select(each =>
                            new object?[]
                            {
                                each.Query.Hash,
                                each.Executions,
                                (long)(each.Seconds * 1e6),
                                (long)(each.CpuMilliseconds * 1e3),
                                (long)each.Reads,
                            }
                        ),
                ]
            ),
            _ => null,
        };

    /// <summary>The executions that have ended, by statement.</summary>
    public static IEnumerable<(
        QueryRow Query,
        long Executions,
        double Seconds,
        double CpuMilliseconds,
        double Reads
    )> Ended(ServerState server) =>
        from script in server.Workload.SelectMany(each => each.Requests)
        group script by script.Query into ofQuery
        let ended = ofQuery.Select(each => (Script: each, Executions: each.EndedBefore(server.Seconds))).ToList()
        select (
            ofQuery.Key,
            ended.Sum(each => each.Executions),
            ended.Sum(each => each.Executions * each.Script.Duration),
            ended.Sum(each => each.Executions * each.Script.Duration * each.Script.CpuPerSecond),
            ended.Sum(each => each.Executions * each.Script.Duration * each.Script.ReadsPerSecond)
        );

    private static bool Sees(SessionRow session, int other) =>
        other == session.Id
        || session.Login.Has("VIEW SERVER STATE")
        || session.Login.Has("VIEW SERVER PERFORMANCE STATE");

    /// <summary>Who blocks others has a transaction.</summary>
    private static object?[] Session(ServerState server, SessionRow each, object? contained) =>
        [
            (short)each.Id,
            each.Login.Name,
            each.Login.Name,
            each.App,
            each.Host,
            true,
            TsqlEndpoint,
            each.Group,
            contained,
            each.Began,
            each.Batches,
            Running(server)
                .Any(row => row[Array.IndexOf(Request, "blocking_session_id")] is short blocker && blocker == each.Id)
                ? 1
                : 0,
        ];

    private static object?[] Own(ServerState server, SessionRow session) =>
        [
            (short)session.Id,
            0,
            Conversion.Rounded(server.Utc),
            "running",
            "SELECT",
            null,
            0,
            -1,
            null,
            (short)1,
            session.Connection,
            (short)0,
            null,
            "MISCELLANEOUS",
            1,
            0L,
            0L,
            0,
            0,
            null,
            null,
            session.Group,
            1,
            0L,
        ];

    /// <summary>What runs now, with the session and its workload group.</summary>
    public static IEnumerable<(int Session, int Group, RequestScript Request, int Workers, int GrantKb)> Now(
        ServerState server
    ) =>
        from script in server.Workload
        from request in script.Requests
        let began = request.BeganAt(server.Seconds)
        where began is not null
        select (
            script.Session,
            server.Sessions[script.Session].Group,
            request,
            server.Hints.WorkersOf(request.Query, began.Value),
            GrantOf(server, script, request, began.Value)
        );

    private static int GrantOf(ServerState server, ScriptedSession script, RequestScript request, double began) =>
        server.Hints.GrantOf(
            request.Query,
            began,
            server.Governor.Effective.LargestGrantKb(server.Sessions[script.Session].Group)
        );

    private static IEnumerable<object?[]> Running(ServerState server) =>
        from script in server.Workload
        from request in script.Requests
        let began = request.BeganAt(server.Seconds)
        where began is not null
        select Row(server, script, request, began.Value);

    private static object?[] Row(ServerState server, ScriptedSession script, RequestScript request, double began)
    {
        var (query, lasted) = (request.Query, server.Seconds - began);
        var workers = server.Hints.WorkersOf(query, began);
        var blocker = server.Workload.FirstOrDefault(each => each.Name == request.BlockedBy);
        var wait =
            blocker is not null ? "LCK_M_X"
            : request.Wait.Length > 0 ? request.Wait
            : null;
        return
        [
            (short)script.Session,
            0,
            server.MomentOf(began),
            wait is null ? "running" : "suspended",
            request.Command.Length > 0 ? request.Command : query.Command,
            query.Handle,
            2 * query.Prefix.Length,
            -1,
            query.Handle,
            server.Scenario.Databases.First(each => each.Name == script.Database).Id,
            server.Sessions[script.Session].Connection,
            (short)(blocker?.Session ?? 0),
            wait,
            wait ?? "MISCELLANEOUS",
            (int)(lasted * request.CpuPerSecond),
            (long)(lasted * request.ReadsPerSecond),
            0L,
            GrantOf(server, script, request, began) / PageKb,
            workers > 1 ? workers : 0,
            query.Hash,
            query.PlanHash,
            server.Sessions[script.Session].Group,
            workers,
            (long)script.Session,
        ];
    }
}
