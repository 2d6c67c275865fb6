namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Which transactions had written when they were read, and when that was seen first: what a session begins
/// afterwards in the same one is not its first statement.</summary>
internal sealed class WritingTransactions
{
    private readonly Dictionary<int, (ulong Id, DateTimeOffset Seen)> _bySession = [];
    private readonly List<int> _ended = [];

    /// <summary>The transaction of a session that had written before a statement began; null where none had.</summary>
    /// <param name="sessionId">The session.</param>
    /// <param name="start">When the statement began; null where that is not known to the millisecond, for a statement
    /// that was not there when the transactions were read.</param>
    public ulong? Of(int sessionId, DateTimeOffset? start) =>
        _bySession.TryGetValue(sessionId, out var writing) && (start is null || writing.Seen <= start)
            ? writing.Id
            : null;

    /// <summary>Takes in what was read.</summary>
    /// <param name="transactions">The open transactions by session.</param>
    /// <param name="time">When they had been read, on the server's clock.</param>
    public void Take(IReadOnlyDictionary<int, TransactionRow> transactions, DateTimeOffset time)
    {
        _ended.Clear();
        foreach (var (session, writing) in _bySession)
            if (!(transactions.TryGetValue(session, out var open) && open.Id == writing.Id && open.RowsModified > 0))
                _ended.Add(session);
        foreach (var session in _ended)
            _bySession.Remove(session);
        foreach (var (session, transaction) in transactions)
            if (transaction.RowsModified > 0)
                _bySession.TryAdd(session, (transaction.Id, time));
    }

    /// <summary>Session numbers may have begun anew.</summary>
    public void Forget() => _bySession.Clear();
}
