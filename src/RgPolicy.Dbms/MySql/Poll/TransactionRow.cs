namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>An open transaction.</summary>
/// <param name="SessionId">Whose it is.</param>
/// <param name="Id">The server's number of it.</param>
/// <param name="Age">Since the whole second in which it began: the server tells no more of its start.</param>
/// <param name="IsWaiting">It waits for a row's lock.</param>
/// <param name="RowsModified">Rows that it has written so far.</param>
/// <param name="HoldsLocks">It holds locks of rows or tables, or waits for one.</param>
internal readonly record struct TransactionRow(
    int SessionId,
    ulong Id,
    TimeSpan Age,
    bool IsWaiting,
    long RowsModified,
    bool HoldsLocks
);
