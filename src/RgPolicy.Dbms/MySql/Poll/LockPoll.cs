using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Reads which sessions wait for which.</summary>
internal sealed class LockPoll(MySqlLink link, MySqlServerTraits traits)
{
    private const string RowsOfMariaDb =
        "SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM information_schema.INNODB_LOCK_WAITS AS w "
        + "JOIN information_schema.INNODB_TRX AS r ON r.trx_id = w.requesting_trx_id "
        + "JOIN information_schema.INNODB_TRX AS b ON b.trx_id = w.blocking_trx_id";

    private const string RowsOfMySql =
        "SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM performance_schema.data_lock_waits AS w "
        + "JOIN information_schema.INNODB_TRX AS r ON r.trx_id = w.REQUESTING_ENGINE_TRANSACTION_ID "
        + "JOIN information_schema.INNODB_TRX AS b ON b.trx_id = w.BLOCKING_ENGINE_TRANSACTION_ID";

    private const string Metadata =
        "SELECT DISTINCT r.PROCESSLIST_ID, b.PROCESSLIST_ID FROM performance_schema.metadata_locks AS w "
        + "JOIN performance_schema.metadata_locks AS h ON h.LOCK_STATUS = 'GRANTED' AND h.OBJECT_TYPE = w.OBJECT_TYPE "
        + "AND h.OBJECT_SCHEMA <=> w.OBJECT_SCHEMA AND h.OBJECT_NAME <=> w.OBJECT_NAME "
        + "JOIN performance_schema.threads AS r ON r.THREAD_ID = w.OWNER_THREAD_ID "
        + "JOIN performance_schema.threads AS b ON b.THREAD_ID = h.OWNER_THREAD_ID "
        + "WHERE w.LOCK_STATUS = 'PENDING' AND w.OBJECT_TYPE <> 'USER LEVEL LOCK' "
        + "AND w.OWNER_THREAD_ID <> h.OWNER_THREAD_ID AND r.PROCESSLIST_ID IS NOT NULL AND b.PROCESSLIST_ID IS "
        + "NOT NULL";

    private const string Holders =
        "SELECT DISTINCT THREAD_ID FROM information_schema.METADATA_LOCK_INFO WHERE LOCK_TYPE <> 'User lock'";

    /// <summary>Reads the waits for rows.</summary>
    public Task ReadRowsAsync(List<SessionWait> found, CancellationToken cancellationToken) =>
        ReadPairsAsync(traits.IsMariaDb ? RowsOfMariaDb : RowsOfMySql, found, cancellationToken);

    /// <summary>
    /// Reads the waits for tables, schemas and the server. Where the server tells only which sessions hold such a lock,
    /// or not even that, every session that may be in the way counts as a blocker: no session that might hold up others
    /// is narrowed.
    /// </summary>
    public async Task ReadMetadataAsync(
        IReadOnlyList<int> waiting,
        IReadOnlyList<int> running,
        List<SessionWait> found,
        CancellationToken cancellationToken
    )
    {
        if (traits.MetadataLocks == MetadataLockSource.PerformanceSchema)
        {
            await ReadPairsAsync(Metadata, found, cancellationToken);
            return;
        }

        var holders = running;
        if (traits.MetadataLocks == MetadataLockSource.Plugin)
        {
            var told = new List<int>();
            await link.ReadAsync(Holders, row => told.Add(unchecked((int)row.GetInt64(0))), cancellationToken);
            holders = told;
        }

        foreach (var waiter in waiting)
        foreach (var holder in holders)
            if (waiter != holder)
                found.Add(new SessionWait(waiter, holder));
    }

    private Task ReadPairsAsync(string sql, List<SessionWait> found, CancellationToken cancellationToken) =>
        link.ReadAsync(
            sql,
            row => found.Add(new SessionWait(unchecked((int)row.GetInt64(0)), unchecked((int)row.GetInt64(1)))),
            cancellationToken
        );
}
