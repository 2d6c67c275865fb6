namespace RgPolicy.Dbms.SqlServer.Events;

/// <summary>
/// The two sessions of Extended Events that RgPolicy makes where it is asked to, in memory only: what happens keeps no
/// server from ending a statement, and what finds no room is lost.
/// </summary>
internal static class EventSessions
{
    /// <summary>Counts the statements that end too fast for a poll, by query hash.</summary>
    public const string Short = "rgp_short_statements";

    /// <summary>Keeps the last requests above the CPU time that their workload group allows.</summary>
    public const string OverCpu = "rgp_over_cpu_time";

    private const string Options =
        "WITH (MAX_MEMORY = 1024 KB, EVENT_RETENTION_MODE = ALLOW_MULTIPLE_EVENT_LOSS, "
        + "MAX_DISPATCH_LATENCY = 5 SECONDS, STARTUP_STATE = OFF)";

    // Microseconds: the shortest time between two polls.
    private const string Counted = "(ACTION(sqlserver.query_hash) WHERE ([duration] < (100000)))";

    /// <summary>Makes both and starts them; what an earlier run has left is replaced.</summary>
    public static IReadOnlyList<string> Begin { get; } =
    [
        .. End,
        $"CREATE EVENT SESSION [{Short}] ON SERVER ADD EVENT sqlserver.sql_statement_completed{Counted}, "
            + $"ADD EVENT sqlserver.sp_statement_completed{Counted} "
            + "ADD TARGET package0.histogram(SET source = N'sqlserver.query_hash', source_type = (1), slots = (256)) "
            + $"{Options};",
        $"CREATE EVENT SESSION [{OverCpu}] ON SERVER "
            + "ADD EVENT sqlserver.cpu_threshold_exceeded(ACTION(sqlserver.session_id)) "
            + "ADD TARGET package0.ring_buffer(SET max_events_limit = (100), max_memory = (256)) "
            + $"{Options};",
        $"ALTER EVENT SESSION [{Short}] ON SERVER STATE = START;",
        $"ALTER EVENT SESSION [{OverCpu}] ON SERVER STATE = START;",
    ];

    /// <summary>Removes both.</summary>
    public static IReadOnlyList<string> End => [Drop(Short), Drop(OverCpu)];

    /// <summary>What the targets of both hold, as XML.</summary>
    public const string Read =
        "SELECT s.name, CONVERT(nvarchar(max), t.target_data) FROM sys.dm_xe_sessions AS s "
        + "JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address "
        + "WHERE s.name IN (N'"
        + Short
        + "', N'"
        + OverCpu
        + "');";

    private static string Drop(string name) =>
        $"IF EXISTS (SELECT 1 FROM sys.server_event_sessions WHERE name = N'{name}') "
        + $"DROP EVENT SESSION [{name}] ON SERVER;";
}
