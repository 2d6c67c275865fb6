using MySqlConnector;
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

    // The sessions that made the locks, which is not always who holds them.
    private const string RowsByThreads =
        "SELECT DISTINCT r.PROCESSLIST_ID, b.PROCESSLIST_ID FROM performance_schema.data_lock_waits AS w "
        + "JOIN performance_schema.threads AS r ON r.THREAD_ID = w.REQUESTING_THREAD_ID "
        + "JOIN performance_schema.threads AS b ON b.THREAD_ID = w.BLOCKING_THREAD_ID "
        + "WHERE r.PROCESSLIST_ID IS NOT NULL AND b.PROCESSLIST_ID IS NOT NULL";

    private const string Metadata =
        "SELECT DISTINCT r.PROCESSLIST_ID, b.PROCESSLIST_ID, w.OBJECT_TYPE = 'USER LEVEL LOCK' "
        + "FROM performance_schema.metadata_locks AS w "
        + "JOIN performance_schema.metadata_locks AS h ON h.LOCK_STATUS = 'GRANTED' AND h.OBJECT_TYPE = w.OBJECT_TYPE "
        + "AND h.OBJECT_SCHEMA <=> w.OBJECT_SCHEMA AND h.OBJECT_NAME <=> w.OBJECT_NAME "
        + "JOIN performance_schema.threads AS r ON r.THREAD_ID = w.OWNER_THREAD_ID "
        + "JOIN performance_schema.threads AS b ON b.THREAD_ID = h.OWNER_THREAD_ID "
        + "WHERE w.LOCK_STATUS = 'PENDING' AND w.OWNER_THREAD_ID <> h.OWNER_THREAD_ID AND r.PROCESSLIST_ID IS NOT NULL AND b.PROCESSLIST_ID IS "
        + "NOT NULL";

    private const string Holders =
        "SELECT DISTINCT THREAD_ID, LOCK_TYPE = 'User lock' FROM information_schema.METADATA_LOCK_INFO";

    public async Task ReadRowsAsync(
        bool areUntold,
        IReadOnlyList<int> running,
        List<SessionWait> found,
        CancellationToken cancellationToken
    )
    {
        try
        {
            if (!areUntold)
            {
                await ReadPairsAsync(traits.IsMariaDb ? RowsOfMariaDb : RowsOfMySql, found, cancellationToken);
                return;
            }
        }
        catch (MySqlException e) when (OpenTransactions.IsRefusal(e))
        {
            found.Clear();
        }

        await ReadPairsAsync(RowsByThreads, found, cancellationToken);
        AddHolders(found, running);
    }

    /// <summary>The lock of a row that was just written is put down to the first who waits for it. So where one who
    /// waits seems to hold what is waited for, every session that may be in the way counts as a blocker.</summary>
    internal static void AddHolders(List<SessionWait> found, IReadOnlyList<int> running)
    {
        var waiters = found.Select(each => each.Waiter).ToHashSet();
        var untold = found.Where(each => waiters.Contains(each.Blocker)).Select(each => each.Waiter).ToHashSet();
        found.RemoveAll(each => each.Waiter == each.Blocker);
        AddAll(untold, [.. running.Except(waiters)], found);
    }

    /// <summary>Reads the waits for tables, schemas and the server, and for locks that clients name. Where the server
    /// tells only which sessions hold such a lock, or not even that, every session that may be in the way counts as a
    /// blocker: no session that might hold up others is throttled.</summary>
    public async Task ReadMetadataAsync(
        IReadOnlyList<SessionRow> waiting,
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

        var holders = running.Select(each => (Session: each, IsOfUser: (bool?)null)).ToList();
        if (traits.MetadataLocks == MetadataLockSource.Plugin)
        {
            holders.Clear();
            await link.ReadAsync(
                Holders,
                row => holders.Add((unchecked((int)row.GetInt64(0)), row.GetInt32(1) == 1)),
                cancellationToken
            );
        }

        foreach (var waiter in waiting)
        {
            var isOfUser = waiter.Flags.HasFlag(SessionFlags.WaitsForUserLock);
            var blockers = holders.Where(each => each.IsOfUser is null || each.IsOfUser == isOfUser);
            AddAll([waiter.SessionId], [.. blockers.Select(each => each.Session)], found, isOfUser);
        }
    }

    private static void AddAll(
        IEnumerable<int> waiters,
        IReadOnlyList<int> holders,
        List<SessionWait> found,
        bool isAdvisory = false
    )
    {
        foreach (var waiter in waiters)
        foreach (var holder in holders)
            if (waiter != holder)
                found.Add(new SessionWait(waiter, holder, isAdvisory));
    }

    private Task ReadPairsAsync(string sql, List<SessionWait> found, CancellationToken cancellationToken) =>
        link.ReadAsync(
            sql,
            row =>
                found.Add(
                    new SessionWait(
                        unchecked((int)row.GetInt64(0)),
                        unchecked((int)row.GetInt64(1)),
                        row.FieldCount > 2 && row.GetInt32(2) == 1
                    )
                ),
            cancellationToken
        );
}

/// <summary>One session that waits for a lock of another.</summary>
/// <remarks><c>Blocker</c>: the session that it waits for. <c>IsAdvisory</c>: the lock is one of GET_LOCK, which means
/// nothing to the server.</remarks>
internal readonly record struct SessionWait(int Waiter, int Blocker, bool IsAdvisory = false);
