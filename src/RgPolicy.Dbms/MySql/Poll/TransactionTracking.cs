using MySqlConnector;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>What a session's transaction tells of the statement that it runs.</summary>
internal static class TransactionTracking
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    // The server takes a transaction's second from a clock that goes by ticks.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(20);

    /// <remarks><c>transaction</c>: its session's transaction, or null. <c>isFresh</c>: it was read with this poll;
    /// what was read before may be of the session's last statement.</remarks>
    public static void Update(RunningStatement statement, TransactionRow? transaction, DateTimeOffset now, bool isFresh)
    {
        if (!isFresh)
        {
            statement.HasWritten |= statement is { Sightings: 1, WriterBefore: not null };
            return;
        }

        statement.TransactionReads++;
        statement.HoldsLocks = transaction is { HoldsLocks: true };
        statement.WaitsForLock =
            transaction is { IsWaiting: true } || (statement.Row.Flags & SessionFlags.Waits) != SessionFlags.None;
        if (transaction is not { } open)
        {
            (statement.HasWritten, statement.RowsWritten) = (false, 0);
            return;
        }

        var isOlder = IsOlder(open, statement, now);
        var writes = statement.Statement.Kind is not StatementKind.Select;
        statement.RowsBefore ??= isOlder || !writes ? open.RowsModified : 0;
        statement.RowsWritten = Math.Max(0, open.RowsModified - statement.RowsBefore.Value);
        statement.HasWritten = (isOlder || !writes) && open.RowsModified > 0;
    }

    /// <summary>Takes in that the server did not tell of transactions: what was known stays, and who may have written
    /// counts as one who has.</summary>
    public static void UpdateUntold(RunningStatement statement, bool mayHaveWritten, bool isWaiting)
    {
        statement.HasWritten |= mayHaveWritten;
        statement.HoldsLocks = true;
        statement.WaitsForLock = isWaiting || (statement.Row.Flags & SessionFlags.Waits) != SessionFlags.None;
    }

    /// <summary>It had written before the statement was first seen, or it began in a second that was over before the
    /// statement began. Within that second the server does not tell which came first, so that a write counts as the
    /// first of its transaction.</summary>
    private static bool IsOlder(TransactionRow open, RunningStatement statement, DateTimeOffset now) =>
        statement.WriterBefore == open.Id || WholeSecond(now - open.Age) + Second + Tick <= statement.Started;

    // The clock was read a moment before or after the age.
    private static DateTimeOffset WholeSecond(DateTimeOffset time) =>
        new(
            (time.UtcTicks + (TimeSpan.TicksPerSecond / 2)) / TimeSpan.TicksPerSecond * TimeSpan.TicksPerSecond,
            TimeSpan.Zero
        );
}

/// <remarks><c>Age</c>: since the whole second in which it began: the server tells no more of its start.
/// <c>IsWaiting</c>: it waits for a row's lock. <c>RowsModified</c>: rows that it has written so far.
/// <c>HoldsLocks</c>: it holds locks of rows or tables, or waits for one.</remarks>
internal readonly record struct TransactionRow(
    int SessionId,
    ulong Id,
    TimeSpan Age,
    bool IsWaiting,
    long RowsModified,
    bool HoldsLocks
);

internal static class TransactionPoll
{
    /// <summary>What is asked; both times are in the server's own zone.</summary>
    public const string Sql =
        "SELECT trx_mysql_thread_id, CAST(trx_id AS UNSIGNED), TIMESTAMPDIFF(MICROSECOND, trx_started, SYSDATE(6)), "
        + "trx_state = 'LOCK WAIT', trx_rows_modified, trx_lock_structs FROM information_schema.INNODB_TRX "
        + "WHERE trx_mysql_thread_id <> 0";

    public static TransactionRow Read(MySqlDataReader row) =>
        new(
            unchecked((int)row.GetInt64(0)),
            row.GetUInt64(1),
            row.IsDBNull(2) ? TimeSpan.Zero : TimeSpan.FromMicroseconds(row.GetInt64(2)),
            row.GetInt32(3) == 1,
            row.GetInt64(4),
            row.GetInt64(5) > 0
        );
}
