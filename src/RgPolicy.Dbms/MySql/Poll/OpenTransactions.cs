using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>The open transactions as they were read last; used again for the next reading.</summary>
/// <remarks>MySQL refuses to list them while any of them runs a statement with a character of four bytes, such as an
/// emoji: the column of texts takes three (error 3854). What they wrote is then unknown until a later poll; who waits
/// for whom is known all the same.</remarks>
internal sealed class OpenTransactions
{
    private const int NotConverted = 3854;

    // A transaction that is one statement has written nothing before it.
    private const string OfSeveralStatements =
        "SELECT t.PROCESSLIST_ID FROM performance_schema.threads AS t "
        + "LEFT JOIN performance_schema.events_transactions_current AS x ON x.THREAD_ID = t.THREAD_ID "
        + "WHERE t.PROCESSLIST_INFO IS NOT NULL AND COALESCE(x.STATE = 'ACTIVE' AND x.AUTOCOMMIT = 'YES', 0) = 0";

    private readonly Dictionary<int, TransactionRow> _bySession = [];
    private readonly HashSet<int> _mayHaveWritten = [];

    public IReadOnlyDictionary<int, TransactionRow> BySession => _bySession;

    public bool AreUntold { get; private set; }

    public bool MayWait => AreUntold || _bySession.Values.Any(each => each.IsWaiting);

    /// <summary>The server's answer when it cannot show the text of a statement that runs in one of them.</summary>
    public static bool IsRefusal(MySqlException e) => e.Number == NotConverted;

    public void Clear()
    {
        AreUntold = false;
        _bySession.Clear();
        _mayHaveWritten.Clear();
    }

    public void Add(MySqlDataReader row) => Add(TransactionPoll.Read(row));

    public void Add(TransactionRow transaction) => _bySession[transaction.SessionId] = transaction;

    /// <summary>Reads, in place of the list that was refused, which sessions may have written before.</summary>
    public async Task ReadUntoldAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        Clear();
        AreUntold = true;
        await link.ReadAsync(
            OfSeveralStatements,
            row => _mayHaveWritten.Add(unchecked((int)row.GetInt64(0))),
            cancellationToken
        );
    }

    /// <summary>Whether a session's transaction may have written before its statement, as far as that is
    /// untold.</summary>
    public bool MayHaveWritten(int sessionId) => _mayHaveWritten.Contains(sessionId);
}

/// <summary>Which transactions had written when they were read, and when that was seen first: what a session begins
/// afterwards in the same one is not its first statement.</summary>
internal sealed class WritingTransactions
{
    private Dictionary<int, (ulong Id, DateTimeOffset Seen)> _bySession = [];
    private Dictionary<int, (ulong Id, DateTimeOffset Seen)> _next = [];

    /// <summary>The transaction of a session that had written before a statement began; null where none had.</summary>
    /// <remarks><c>start</c>: when the statement began; null where that is not known to the millisecond, for a
    /// statement that was not there when the transactions were read.</remarks>
    public ulong? Of(int sessionId, DateTimeOffset? start) =>
        _bySession.TryGetValue(sessionId, out var writing) && (start is null || writing.Seen <= start)
            ? writing.Id
            : null;

    public void Take(IReadOnlyDictionary<int, TransactionRow> transactions, DateTimeOffset time)
    {
        _next.Clear();
        foreach (var (session, open) in transactions)
            if (open.RowsModified > 0)
                _next.Add(session, KnownOf(session, open.Id) ?? (open.Id, time));
        (_bySession, _next) = (_next, _bySession);
    }

    public void Forget() => _bySession.Clear();

    private (ulong Id, DateTimeOffset Seen)? KnownOf(int sessionId, ulong id) =>
        _bySession.TryGetValue(sessionId, out var writing) && writing.Id == id ? writing : null;
}

/// <summary>When the open transactions are read. One that has just begun has neither written much nor waited long. To a
/// query within 0.1 s of the one before InnoDB gives the same answer again, and counts the 0.1 s anew from there:
/// queried too often it would give that answer for ever.</summary>
internal sealed class TransactionPace(TimeProvider time)
{
    private static readonly TimeSpan Usual = TimeSpan.FromMilliseconds(130);

    // Where nothing runs a transaction may have written. Where all is settled only a function that locks, or
    // SERIALIZABLE, makes a plain read wait.
    private static readonly TimeSpan WhereAllIsCalm = TimeSpan.FromMilliseconds(450);

    // InnoDB's 0.1 s and a little more, for its clock is another one.
    private static readonly TimeSpan Soonest = TimeSpan.FromMilliseconds(105);
    private static readonly TimeSpan LongestRest = TimeSpan.FromMilliseconds(20);

    private long? _read;

    public bool IsDue(bool isCalm) =>
        _read is not { } read || time.GetElapsedTime(read) >= (isCalm ? WhereAllIsCalm : Usual);

    /// <summary>How long a poll has to rest until they may be read out of turn; null where that is too long for
    /// one.</summary>
    public TimeSpan? RestBeforeSoonest()
    {
        var rest = _read is { } read ? Soonest - time.GetElapsedTime(read) : TimeSpan.Zero;
        return rest > LongestRest ? null : TimeSpan.FromTicks(Math.Max(0, rest.Ticks));
    }

    public void Read() => _read = time.GetTimestamp();
}
