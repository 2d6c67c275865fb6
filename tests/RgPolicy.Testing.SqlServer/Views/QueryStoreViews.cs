using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer.Views;

/// <summary>The Query Store of the database that a session is in; a statement is in it after its first
/// execution.</summary>
internal static class QueryStoreViews
{
    private const int Simple = 2;
    private const short ReadWrite = 2;

    // The one in which all was counted; it began an hour ago.
    private const long Interval = 1;
    private const long MinutesOfInterval = 60;

    private const int Primary = 1;
    private const int Secondary = 2;

    private static readonly string[] HintColumns =
    [
        "query_id",
        "query_hint_text",
        "last_query_hint_failure_reason",
        "last_query_hint_failure_reason_desc",
    ];

    private static readonly string[] Statistics =
    [
        "plan_id",
        "count_executions",
        "execution_type",
        "last_execution_time",
        "avg_duration",
        "stdev_duration",
        "max_duration",
        "avg_cpu_time",
        "avg_physical_io_reads",
        "runtime_stats_interval_id",
    ];

    /// <summary>A view's rows, or null for another view.</summary>
    /// <exception cref="SqlFailure">A right is missing.</exception>
    public static RowSet? Find(ServerState server, SessionRow session, string name)
    {
        var parts = name.Split('.');
        var database = parts.Length > 2 ? parts[0] : session.Database;
        var view = parts[^1];
        if (!view.StartsWith("query_store_", StringComparison.Ordinal) && view != "database_query_store_options")
            return null;
        if (!session.Login.HasIn(database, "CONNECT"))
            throw new SqlFailure(
                916,
                $"The server principal \"{session.Login.Name}\" is not able to access the database \"{database}\" "
                    + "under the current security context.",
                14
            );
        if (!session.Login.HasIn(database, "VIEW DATABASE STATE"))
            throw new SqlFailure(262, $"VIEW DATABASE STATE permission denied in database '{database}'.");
        return view switch
        {
            "database_query_store_options" => Options(server, database),
            "query_store_query" => new RowSet(
                ["query_id", "query_hash", "query_parameterization_type", "query_text_id", "is_internal_query"],
                [
                    .. Known(server, database)
                        .Select(each =>
                            new object?[]
                            {
                                (long)each.Query.Number,
                                each.Query.Hash,
                                (byte)(each.Query.IsSimple ? Simple : 0),
                                (long)each.Query.Number,
                                false,
                            }
                        ),
                ]
            ),
            "query_store_plan" => new RowSet(
                ["plan_id", "query_id", "query_plan"],
                [
                    .. Known(server, database)
                        .Select(each =>
                            new object?[] { (long)each.Query.Number, (long)each.Query.Number, each.Query.Plan }
                        ),
                ]
            ),
            "query_store_query_text" => new RowSet(
                ["query_text_id", "query_sql_text"],
                [.. Known(server, database).Select(each => new object?[] { (long)each.Query.Number, each.Query.Text })]
            ),
            "query_store_runtime_stats_interval" => new RowSet(
                ["runtime_stats_interval_id", "start_time"],
                [
                    [Interval, server.Utc.AddHours(-1)],
                ]
            ),
            "query_store_runtime_stats" => new RowSet(
                Statistics,
                [.. Known(server, database).Select(each => Figures(server, each.Query))]
            ),
            "query_store_query_hints" => Hints(server, database),
            "query_store_replicas" => Replicas(server),
            _ => null,
        };
    }

    /// <summary>Every execution of the scenario takes the same time.</summary>
    private static object?[] Figures(ServerState server, QueryRow query)
    {
        var (_, executions, seconds, cpu, reads) = RequestViews.Ended(server).First(each => each.Query == query);
        var duration = seconds * 1e6 / executions;
        return
        [
            (long)query.Number,
            executions,
            (byte)0,
            server.Utc,
            duration,
            0.0,
            (long)duration,
            cpu * 1e3 / executions,
            reads / executions,
            Interval,
        ];
    }

    /// <summary>The group is a column from SQL Server 2025 on.</summary>
    private static RowSet Hints(ServerState server, string database)
    {
        var hasGroups = server.Release.Major >= ServerRelease.Major2025;
        return new RowSet(
            [.. hasGroups ? HintColumns.Append("replica_group_id") : HintColumns],
            [
                .. server
                    .Hints.Of(database)
                    .Select(each =>
                        new object?[]
                        {
                            each.Query,
                            each.Hint.Text,
                            each.Hint.Failure,
                            each.Hint.Failure == 0 ? "NONE" : "PLAN_CANNOT_USE_HINTS",
                            each.Group,
                        }[..(hasGroups ? HintColumns.Length + 1 : HintColumns.Length)]
                    ),
            ]
        );
    }

    /// <summary>Replicas of one role are one group; without an availability group there is the primary's.</summary>
    private static RowSet Replicas(ServerState server) =>
        new(
            ["replica_group_id", "role_type", "replica_name"],
            [
                .. server
                    .Groups.SelectMany(group =>
                        group
                            .Replicas.Where(each => each.Server == group.Primary || group.HasStoreForSecondaries)
                            .Select(each => Replica(each.Server == group.Primary ? Primary : Secondary, each.Server))
                    )
                    .DefaultIfEmpty(Replica(Primary, "")),
            ]
        );

    private static object?[] Replica(int role, string server) => [(long)role, (short)role, server];

    private static RowSet Options(ServerState server, string database) =>
        new(
            ["actual_state_desc", "readonly_reason", "desired_state", "interval_length_minutes"],
            [
                .. server
                    .Scenario.Databases.Where(each => Same(each.Name, database))
                    .Select(each =>
                        new object?[]
                        {
                            server.Hints.StateOf(each),
                            server.Hints.ReasonOf(each),
                            ReadWrite,
                            MinutesOfInterval,
                        }
                    ),
            ]
        );

    private static IEnumerable<(QueryRow Query, long Executions)> Known(ServerState server, string database) =>
        RequestViews
            .Ended(server)
            .Where(each => each.Executions > 0 && Same(each.Query.Database, database))
            .Select(each => (each.Query, each.Executions));

    private static bool Same(string left, string right) => left.Equals(right, StringComparison.OrdinalIgnoreCase);
}
