using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>What a session's transaction tells of the statement that it runs.</summary>
internal static class TransactionTracking
{
    /// <summary>Takes in what was read.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="transaction">Its session's transaction, or null.</param>
    /// <param name="now">The server's clock.</param>
    /// <param name="isFresh">It was read with this poll; what was read before may be of the session's last
    /// statement.</param>
    public static void Update(RunningStatement statement, TransactionRow? transaction, DateTimeOffset now, bool isFresh)
    {
        if (!isFresh)
        {
            statement.HasWritten |= statement.Sightings == 1 && transaction is { RowsModified: > 0 };
            return;
        }

        statement.TransactionReads++;
        statement.HoldsLocks = transaction is { HoldsLocks: true };
        statement.WaitsForLock =
            transaction is { IsWaiting: true } || statement.Row.Flags.HasFlag(SessionFlags.WaitsForMetadata);
        if (transaction is not { } open)
        {
            (statement.HasWritten, statement.RowsWritten) = (false, 0);
            return;
        }

        var isOlder = now - TimeSpan.FromSeconds(open.AgeSeconds) < statement.Started;
        var writes = statement.Statement.Kind is not StatementKind.Select;
        statement.RowsBefore ??= isOlder || !writes ? open.RowsModified : 0;
        statement.RowsWritten = Math.Max(0, open.RowsModified - statement.RowsBefore.Value);
        statement.HasWritten = (isOlder || !writes) && open.RowsModified > 0;
    }
}
