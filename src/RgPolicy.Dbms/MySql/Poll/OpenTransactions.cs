using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>The open transactions as they were read last; used again for the next reading.</summary>
/// <remarks>
/// MySQL refuses to list them while any of them runs a statement with a character of four bytes, such as an emoji: the
/// column of texts takes three (error 3854). What they wrote is then unknown until a later poll; who waits for whom is
/// known all the same.
/// </remarks>
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

    /// <summary>Those that the server listed.</summary>
    public IReadOnlyDictionary<int, TransactionRow> BySession => _bySession;

    /// <summary>The server refused to list them.</summary>
    public bool AreUntold { get; private set; }

    /// <summary>Whether one may wait for a row.</summary>
    public bool MayWait => AreUntold || _bySession.Values.Any(each => each.IsWaiting);

    /// <summary>The server's answer when it cannot show the text of a statement that runs in one of them.</summary>
    public static bool IsRefusal(MySqlException e) => e.Number == NotConverted;

    /// <summary>Empties the list for the next reading.</summary>
    public void Clear()
    {
        AreUntold = false;
        _bySession.Clear();
        _mayHaveWritten.Clear();
    }

    /// <summary>Takes in one.</summary>
    public void Add(MySqlDataReader row) => Add(TransactionPoll.Read(row));

    /// <summary>Takes in one.</summary>
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
