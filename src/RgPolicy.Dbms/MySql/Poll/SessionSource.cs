namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Where a poll finds the sessions that run something.</summary>
/// <param name="Sql">One statement; its columns are those that <see cref="SessionPoll"/> reads.</param>
/// <param name="HasExactStarts">It tells statements of the same text apart, and their starts to the
/// millisecond.</param>
/// <remarks>Command and state are told as they are: what a server works out for each of a thousand rows costs it more
/// than sending the words.</remarks>
internal sealed record SessionSource(string Sql, bool HasExactStarts)
{
    private const int LongestText = 16_384;

    // Seconds; the server tells whole ones.
    private const int Young = 2;

    // Sleep, replication, events and the server's own threads run no client's statement.
    private const string Commands = "('Query', 'Execute', 'Fetch', 'Killed')";

    /// <summary>MariaDB's list of sessions: exact, and each poll costs the server something for each session.</summary>
    public static SessionSource ProcessList { get; } =
        new(
            "SELECT ID, QUERY_ID, TID, CAST(TIME_MS * 1000 AS SIGNED), MEMORY_USED, COMMAND, STATE, "
                + "IF(ID = CONNECTION_ID(), UTC_TIMESTAMP(6), NULL), "
                + Texts("USER", "HOST", "DB", "INFO", text => text)
                + " FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID() OR (INFO IS NOT NULL AND COMMAND IN "
                + Commands
                + ")",
            HasExactStarts: true
        );

    /// <summary>The threads of performance_schema: cheap, and starts to the second only.</summary>
    public static SessionSource Threads { get; } =
        OfThreads("CRC32(t.PROCESSLIST_INFO)", "t.PROCESSLIST_TIME * 1000000", "", hasExactStarts: false);

    /// <summary>The same with the events of running statements, which tell them apart.</summary>
    public static SessionSource ThreadsWithEvents { get; } =
        OfThreads(
            "COALESCE(e.EVENT_ID, CRC32(t.PROCESSLIST_INFO))",
            "COALESCE(e.TIMER_WAIT DIV 1000000, t.PROCESSLIST_TIME * 1000000)",
            "LEFT JOIN performance_schema.events_statements_current AS e "
                + "ON e.THREAD_ID = t.THREAD_ID AND e.NESTING_EVENT_ID IS NULL AND e.END_EVENT_ID IS NULL ",
            hasExactStarts: true
        );

    /// <summary>The same statement for some sessions, with all of their texts, up to the list of their numbers; null
    /// where <see cref="Sql"/> gives all texts.</summary>
    public string? SqlOfSome { get; private init; }

    // What has run for seconds was seen by a poll before, so its texts are known; leaving them out makes a row cheaper.
    private static SessionSource OfThreads(string statement, string age, string join, bool hasExactStarts) =>
        new(OfThreads(statement, age, join, text => $"IF(t.PROCESSLIST_TIME < {Young}, {text}, NULL)"), hasExactStarts)
        {
            SqlOfSome = OfThreads(statement, age, join, text => text) + " AND t.PROCESSLIST_ID IN (",
        };

    private static string OfThreads(string statement, string age, string join, Func<string, string> textOf) =>
        $"SELECT t.PROCESSLIST_ID, {statement}, t.THREAD_OS_ID, {age}, 0, t.PROCESSLIST_COMMAND, t.PROCESSLIST_STATE, "
        + "IF(t.PROCESSLIST_ID = CONNECTION_ID(), UTC_TIMESTAMP(6), NULL), "
        + Texts("t.PROCESSLIST_USER", "t.PROCESSLIST_HOST", "t.PROCESSLIST_DB", "t.PROCESSLIST_INFO", textOf)
        + $" FROM performance_schema.threads AS t {join}"
        + $"WHERE (t.PROCESSLIST_INFO IS NOT NULL AND t.PROCESSLIST_COMMAND IN {Commands} AND t.TYPE = 'FOREGROUND' "
        + "OR t.PROCESSLIST_ID = CONNECTION_ID())";

    private static string Texts(string user, string host, string database, string text, Func<string, string> textOf) =>
        string.Join(
            ", ",
            new[]
            {
                user,
                host,
                database,
                $"LEFT({text}, {LongestText})",
                $"CHAR_LENGTH({text}) > {LongestText}",
            }.Select(textOf)
        );
}
