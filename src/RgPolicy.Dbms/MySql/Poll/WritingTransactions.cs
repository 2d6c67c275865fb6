namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Which transactions had written when they were read, and when that was seen first: what a session begins
/// afterwards in the same one is not its first statement.</summary>
internal sealed class WritingTransactions
{
    private Dictionary<int, (ulong Id, DateTimeOffset Seen)> _bySession = [];
    private Dictionary<int, (ulong Id, DateTimeOffset Seen)> _next = [];

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
        _next.Clear();
        foreach (var (session, open) in transactions)
            if (open.RowsModified > 0)
                _next.Add(session, KnownOf(session, open.Id) ?? (open.Id, time));
        (_bySession, _next) = (_next, _bySession);
    }

    /// <summary>Session numbers may have begun anew.</summary>
    public void Forget() => _bySession.Clear();

    private (ulong Id, DateTimeOffset Seen)? KnownOf(int sessionId, ulong id) =>
        _bySession.TryGetValue(sessionId, out var writing) && writing.Id == id ? writing : null;
}
