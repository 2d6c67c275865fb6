using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Where a poll finds the sessions that run something.</summary>
/// <param name="Sql">One query; its columns are those that <see cref="SessionColumns"/> reads.</param>
/// <param name="AgeUnit">What a statement's age is counted in.</param>
/// <param name="HasExactStarts">It tells statements of the same text apart, and their starts to the
/// millisecond.</param>
/// <remarks>What a server works out for each of a thousand rows, an IF, a comparison, costs it more than sending the
/// column.</remarks>
internal sealed record SessionSource(string Sql, TimeSpan AgeUnit, bool HasExactStarts)
{
    private const int LongestText = 16_384;
    private static readonly TimeSpan Microsecond = TimeSpan.FromMicroseconds(1);
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>MariaDB's list of sessions: exact, and each poll costs the server something for each session, so that
    /// the texts come along at once.</summary>
    public static SessionSource ProcessList { get; } =
        new(
            "SELECT ID, QUERY_ID, TID, CAST(TIME_MS * 1000 AS SIGNED), COMMAND, STATE, "
                + Texts("USER", "HOST", "DB", "INFO", memory: "MEMORY_USED", isClient: "1", digest: "NULL")
                + " FROM information_schema.PROCESSLIST "
                + "WHERE INFO IS NOT NULL AND COMMAND IN ('Query', 'Execute', 'Fetch', 'Killed')",
            Microsecond,
            HasExactStarts: true
        );

    /// <summary>The threads of performance_schema: cheap, and starts to the second only.</summary>
    public static SessionSource Threads { get; } =
        OfThreads("CRC32(t.PROCESSLIST_INFO)", "t.PROCESSLIST_TIME", "", "NULL", Second, hasExactStarts: false);

    /// <summary>The same with the events of running statements, which tell them apart: a statement within another one, such
    /// as one of a procedure, has a row of its own.</summary>
    public static SessionSource ThreadsWithEvents { get; } =
        OfThreads(
            "COALESCE(e.EVENT_ID, CRC32(t.PROCESSLIST_INFO))",
            "COALESCE(e.TIMER_WAIT DIV 1000000, t.PROCESSLIST_TIME * 1000000)",
            "LEFT JOIN performance_schema.events_statements_current AS e "
                + "ON e.THREAD_ID = t.THREAD_ID AND e.END_EVENT_ID IS NULL ",
            "e.DIGEST",
            Microsecond,
            hasExactStarts: true
        );

    /// <summary>The same for some sessions, with their texts, up to the list of their numbers; null where
    /// <see cref="Sql"/> gives all texts.</summary>
    public string? SqlOfSome { get; private init; }

    /// <summary>Which sessions run which statements since when, and no more; null where that costs the server as much
    /// as <see cref="Sql"/>.</summary>
    public string? SqlOfStatements { get; private init; }

    private static SessionSource OfThreads(
        string statement,
        string age,
        string join,
        string digest,
        TimeSpan ageUnit,
        bool hasExactStarts
    )
    {
        var columns =
            $"SELECT t.PROCESSLIST_ID, {statement}, t.THREAD_OS_ID, {age}, t.PROCESSLIST_COMMAND, t.PROCESSLIST_STATE";
        var from = $" FROM performance_schema.threads AS t {join}WHERE t.PROCESSLIST_INFO IS NOT NULL";
        var texts = Texts(
            "t.PROCESSLIST_USER",
            "t.PROCESSLIST_HOST",
            "t.PROCESSLIST_DB",
            "t.PROCESSLIST_INFO",
            memory: "0",
            isClient: "t.TYPE = 'FOREGROUND'",
            digest
        );
        return new SessionSource(columns + from, ageUnit, hasExactStarts)
        {
            SqlOfSome = $"{columns}, {texts}{from} AND t.PROCESSLIST_ID IN (",
            SqlOfStatements = hasExactStarts ? null : $"SELECT t.PROCESSLIST_ID, {statement}, {age}{from}",
        };
    }

    private static string Texts(
        string user,
        string host,
        string database,
        string text,
        string memory,
        string isClient,
        string digest
    ) =>
        $"{user}, {host}, {database}, LEFT({text}, {LongestText}), CHAR_LENGTH({text}) > {LongestText}, {memory}, "
        + $"{isClient}, {digest}";
}

/// <summary>Reads the applications' names, which clients give when they connect; performance_schema has them.</summary>
internal static class SessionApps
{
    private const string Sql =
        "SELECT PROCESSLIST_ID, ATTR_VALUE FROM performance_schema.session_connect_attrs "
        + "WHERE ATTR_NAME = 'program_name' AND PROCESSLIST_ID IN (";

    public static async Task<Dictionary<int, string>> ReadAsync(
        MySqlLink link,
        IReadOnlyList<int> sessions,
        CancellationToken cancellationToken
    )
    {
        var apps = new Dictionary<int, string>();
        var list = string.Join(',', sessions.Select(each => each.ToString(CultureInfo.InvariantCulture)));
        await link.ReadAsync(
            Sql + list + ")",
            row => apps[unchecked((int)row.GetInt64(0))] = row.Text(1),
            cancellationToken
        );
        return apps;
    }
}

/// <summary>Looks, every two seconds, for prepared statements whose texts a MariaDB does not tell in performance_schema: a
/// poll that goes by texts there does not see them.</summary>
internal sealed class UnreportedTexts(TimeProvider time)
{
    // What runs as RgPolicy's own login is RgPolicy's.
    private const string Sql =
        "SELECT COUNT(*) FROM performance_schema.threads WHERE PROCESSLIST_COMMAND = 'Execute' "
        + "AND PROCESSLIST_INFO IS NULL AND PROCESSLIST_USER <> SUBSTRING_INDEX(CURRENT_USER(), '@', 1)";

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);

    private long? _looked;

    /// <summary>Whether one runs; false between two looks.</summary>
    public async Task<bool> AreThereAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        if (_looked is { } looked && time.GetElapsedTime(looked) < Interval)
            return false;
        _looked = time.GetTimestamp();
        var found = 0L;
        await link.ReadPreparedAsync(Sql, row => found = row.GetInt64(0), cancellationToken);
        return found > 0;
    }
}

/// <summary>Whether a session still runs the statement of an event.</summary>
internal static class RunningEvent
{
    /// <summary>What the query says where it does.</summary>
    public const string Runs = "1";

    public static string Sql(int sessionId, long eventId) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"SELECT COUNT(*) FROM performance_schema.threads AS t JOIN performance_schema.events_statements_current AS e "
                + $"ON e.THREAD_ID = t.THREAD_ID WHERE t.PROCESSLIST_ID = {sessionId} AND e.EVENT_ID = {eventId} "
                + $"AND e.END_EVENT_ID IS NULL"
        );
}
