namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Which transactions had written when they were last read: what a session begins afterwards in the same one
/// is not its first statement.</summary>
internal sealed class WritingTransactions
{
    private readonly Dictionary<int, ulong> _bySession = [];

    /// <summary>The transaction of a session that had written; null where none had.</summary>
    public ulong? Of(int sessionId) => _bySession.TryGetValue(sessionId, out var id) ? id : null;

    /// <summary>Takes in what was read.</summary>
    public void Take(IReadOnlyDictionary<int, TransactionRow> transactions)
    {
        _bySession.Clear();
        foreach (var (session, transaction) in transactions)
            if (transaction.RowsModified > 0)
                _bySession.Add(session, transaction.Id);
    }

    /// <summary>Session numbers may have begun anew.</summary>
    public void Forget() => _bySession.Clear();
}
