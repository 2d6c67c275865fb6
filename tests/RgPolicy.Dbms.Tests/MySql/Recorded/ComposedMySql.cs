using System.Collections.Concurrent;
using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Testing.MySql;

namespace RgPolicy.Dbms.Tests.MySql.Recorded;

/// <summary>A MySQL whose answers were composed after its reference manual: none was recorded, for no MySQL was
/// available. What is sent and how answers are read is tried, not what a MySQL really says. Every statement that
/// RgPolicy sends has an answer here; one without is an error of syntax, and is remembered.</summary>
internal sealed class ComposedMySql : IAsyncDisposable
{
    public const int Session = 42;
    public const long Event = 7;
    public const string Text = "SELECT COUNT(*) FROM orders WHERE note LIKE '%x%'";

    public const string Digest = "d1f2";

    private readonly string _version;
    private readonly AnsweringMySql _server;
    private readonly ConcurrentQueue<string> _unknown = new();
    private long _clock = new DateTime(2026, 11, 26, 12, 0, 0, DateTimeKind.Unspecified).Ticks;

    public ComposedMySql(string version)
    {
        _version = version;
        _server = new AnsweringMySql(version, Answer);
    }

    /// <summary>Takes the place of the usual answer to statements that begin so.</summary>
    public ConcurrentDictionary<string, MySqlAnswer> Instead { get; } = new(StringComparer.Ordinal);

    /// <summary>The sessions that run something, besides the one that asks.</summary>
    public IReadOnlyList<object?[]> Sessions { get; set; } = [Running(Session, Event, Text)];

    /// <summary>What was sent.</summary>
    public IReadOnlyCollection<string> Statements => _server.Statements;

    /// <summary>What was sent and has no answer here.</summary>
    public IReadOnlyCollection<string> Unknown => _unknown;

    public MySqlConnectionOptions Connection =>
        MySqlServerConnection
            .Parse(FormattableString.Invariant($"mysql://rgpolicy@127.0.0.1:{_server.Port}?sslmode=disable"), _ => null)
            .Options!.WithPassword("secret");

    /// <summary>A row of performance_schema.threads with its event, as the poll asks for it.</summary>
    public static object?[] Running(int session, long statement, string text, string? state = null) =>
        [(long)session, statement, 0L, 1_500_000L, "Query", state, "app", "web1", "shop", text, 0L, 0L, 1L, Digest];

    // The first connection is the poll's.
    private static object?[] Own =>
        [
            101L,
            1L,
            0L,
            0L,
            "Query",
            "executing",
            "rgpolicy",
            "localhost",
            null,
            "SELECT UTC_TIMESTAMP(6)",
            0L,
            0L,
            1L,
            null,
        ];

    public Task<MySqlObserver> ObserveAsync() =>
        MySqlObserver.ConnectAsync(Connection, TimeProvider.System, new MySqlObserverOptions(), CancellationToken.None);

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private MySqlAnswer Answer(string message)
    {
        var answers = message.Split("; ").Select(AnswerToOne).Reverse().ToArray();
        return answers.Skip(1).Aggregate(answers[0], (next, answer) => answer with { Next = next });
    }

    private MySqlAnswer AnswerToOne(string sql)
    {
        foreach (var (start, answer) in Instead)
        {
            if (sql.StartsWith(start, StringComparison.Ordinal))
                return answer;
        }

        if (Usual(sql) is { } usual)
            return usual;
        _unknown.Enqueue(sql);
        return MySqlAnswer.Refused(1064, "You have an error in your SQL syntax");
    }

    private MySqlAnswer? Usual(string sql) => OfServer(sql) ?? OfPolls(sql) ?? OfLogins(sql) ?? OfOrders(sql);

    // Server system variables; information_schema.PLUGINS; the performance schema's setup tables, whose consumer
    // events_statements_current and metadata instrument are on unless told otherwise.
    private MySqlAnswer? OfServer(string sql) =>
        sql switch
        {
            _ when Is(sql, "SET SESSION time_zone") => MySqlAnswer.Done,
            _ when Is(sql, "SET NAMES") => MySqlAnswer.Done,
            // With it the driver takes in a KILL QUERY that came too late for what it was to end.
            _ when Is(sql, "SELECT SLEEP(0) INTO") => MySqlAnswer.Done,
            _ when Is(sql, "SELECT @@version, @@datadir") => MySqlAnswer.Of(
                6,
                [_version, "/var/lib/mysql/", 1L, "one-thread-per-connection", 100L, "/run/mysqld/mysqld.pid"]
            ),
            _ when Is(sql, "SELECT ENABLED FROM performance_schema.setup_") => MySqlAnswer.Value("YES"),
            _ when Is(sql, "SELECT @@GLOBAL.performance_schema_digests_size") => MySqlAnswer.Value(10_000L),
            _ when Is(sql, "SELECT THREAD_OS_ID FROM performance_schema.threads") => MySqlAnswer.Value(0L),
            _ when Is(sql, "SHOW SESSION STATUS LIKE 'Ssl_cipher'") => MySqlAnswer.Of(2, ["Ssl_cipher", ""]),
            _ when Is(sql, "SELECT CONCAT(@@hostname") => MySqlAnswer.Of(2, ["db1:3306 /var/lib/mysql/", "0"]),
            _ when Is(sql, "SELECT '0', CAST(@@GLOBAL.max_user") => MySqlAnswer.Of(3, ["0", "0", "root@localhost"]),
            _ => null,
        };

    // performance_schema.threads and events_statements_current, data_lock_waits, metadata_locks,
    // session_connect_attrs, events_statements_summary_by_digest; information_schema.INNODB_TRX.
    private MySqlAnswer? OfPolls(string sql) =>
        sql switch
        {
            _ when Is(sql, "SELECT UTC_TIMESTAMP(6)") => MySqlAnswer.Value(Now()),
            // A scan of a large table.
            _ when Is(sql, "SELECT t.PROCESSLIST_ID, e.SELECT_SCAN") => MySqlAnswer.Of(
                8,
                [(long)Session, 1L, 0L, 0L, 0L, 0L, 0L, 150_000L]
            ),
            _ when Is(sql, "SELECT t.PROCESSLIST_ID, s.VARIABLE_NAME") => MySqlAnswer.Of(
                3,
                [(long)Session, "Handler_read_rnd_next", 900L]
            ),
            _ when Is(sql, "SELECT DISTINCT t.PROCESSLIST_ID, m.OBJECT_SCHEMA") => MySqlAnswer.Of(
                3,
                [(long)Session, "shop", "orders"]
            ),
            _ when Is(sql, "SELECT database_name, table_name") => MySqlAnswer.Of(
                4,
                ["shop", "orders", 2_400_000L, 9_000L]
            ),
            _ when Is(sql, "SELECT t.PROCESSLIST_ID") && sql.Contains("PROCESSLIST_USER", StringComparison.Ordinal) =>
                MySqlAnswer.Of(14, [.. All()]),
            _ when Is(sql, "SELECT t.PROCESSLIST_ID") => MySqlAnswer.Of(6, [.. All().Select(row => row[..6])]),
            _ when Is(sql, "SELECT COUNT(*) FROM information_schema.INNODB_TRX") => MySqlAnswer.Value(0L),
            _ when Is(sql, "SELECT trx_mysql_thread_id") => MySqlAnswer.Of(6),
            _ when Is(sql, "SELECT r.trx_mysql_thread_id") => MySqlAnswer.Of(2),
            _ when Is(sql, "SELECT DISTINCT r.PROCESSLIST_ID") => MySqlAnswer.Of(3),
            _ when Is(sql, "SELECT PROCESSLIST_ID, ATTR_VALUE") => MySqlAnswer.Of(2, [(long)Session, "webshop"]),
            _ when Is(sql, "SELECT COALESCE(SCHEMA_NAME") => MySqlAnswer.Of(
                8,
                [
                    "shop",
                    Digest,
                    "SELECT COUNT ( * ) FROM `orders` WHERE `note` LIKE ?",
                    12L,
                    2_000_000_000_000L,
                    3_000_000_000_000L,
                    long.MaxValue,
                    500_000_000_000L,
                ]
            ),
            _ => null,
        };

    // mysql.user, mysql.global_grants (dynamic privileges), mysql.role_edges.
    private static MySqlAnswer? OfLogins(string sql) =>
        sql switch
        {
            _ when Is(sql, "WITH RECURSIVE s (u)") => MySqlAnswer.Of(1, ["root"], ["mysql.session"]),
            _ when Is(sql, "SELECT TO_USER, FROM_USER") => MySqlAnswer.Of(2, ["app", "sellers"]),
            _ when Is(sql, "SELECT CURRENT_USER()") => MySqlAnswer.Value("rgpolicy@localhost"),
            _ when Is(sql, "SHOW CREATE USER CURRENT_USER()") => MySqlAnswer.Value(
                "CREATE USER `rgpolicy`@`localhost` IDENTIFIED WITH 'caching_sha2_password' AS '$A$005$x' REQUIRE NONE"
            ),
            _ when Is(sql, "SELECT User, Host, '0'") => MySqlAnswer.Of(
                6,
                ["root", "localhost", "0", "0", 1L, 1L],
                ["rep_day", "10.%", "0", "0", 0L, 0L],
                ["mysql.sys", "localhost", "0", "0", 0L, 0L]
            ),
            _ => null,
        };

    // KILL QUERY, ALTER USER ... WITH resource_option.
    private static MySqlAnswer? OfOrders(string sql) =>
        sql switch
        {
            _ when Is(sql, "SELECT COUNT(*) FROM performance_schema.threads AS t JOIN") => MySqlAnswer.Value(1L),
            _ when Is(sql, "KILL QUERY 42") || Is(sql, "ALTER USER 'rep_day'@'10.%' WITH MAX_USER_CONNECTIONS ") =>
                MySqlAnswer.Done,
            _ => null,
        };

    // The clock goes on by a tenth of a second with each poll.
    private DateTime Now() => new(Interlocked.Add(ref _clock, TimeSpan.TicksPerSecond / 10), DateTimeKind.Unspecified);

    private IEnumerable<object?[]> All() => Sessions.Prepend(Own);

    private static bool Is(string sql, string start) => sql.StartsWith(start, StringComparison.Ordinal);
}
