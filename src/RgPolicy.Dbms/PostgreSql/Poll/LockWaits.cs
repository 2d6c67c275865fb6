using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>Which processes block those that wait for a lock. To answer, the server takes the locks of its lock
/// manager, so the query asks for few of them.</summary>
internal sealed class LockWaits(PostgresSession session) : BackendQuery(session, Sql)
{
    // A leader stands for its workers in what the function returns, once for each of them.
    private const string Sql = """
        SELECT DISTINCT waiting, blocker
          FROM unnest($1) waiting, unnest(pg_blocking_pids(waiting)) blocker
         WHERE blocker <> 0
        """;

    public async Task<ImmutableArray<LockWait>> ReadAsync(
        IReadOnlyList<WaitingProcess> waiting,
        CancellationToken cancellationToken
    )
    {
        if (waiting.Count == 0)
            return [];
        var waits = ImmutableArray.CreateBuilder<LockWait>();
        await ReadAsync(
            [.. waiting.Select(process => process.ProcessId)],
            row => Add(waits, waiting, row.GetInt32(0), row.GetInt32(1)),
            cancellationToken
        );
        return waits.DrainToImmutable();
    }

    /// <summary>By process id, for how many of the waiting processes it is in the way.</summary>
    public static IReadOnlyDictionary<int, int> CountByBlocker(ImmutableArray<LockWait> waits)
    {
        var blocking = new Dictionary<int, int>();
        foreach (var wait in waits)
            blocking[wait.Blocker] = blocking.GetValueOrDefault(wait.Blocker) + 1;
        return blocking;
    }

    private static void Add(
        ImmutableArray<LockWait>.Builder waits,
        IReadOnlyList<WaitingProcess> waiting,
        int waiter,
        int blocker
    )
    {
        var process = waiting.First(each => each.ProcessId == waiter);
        // The processes of one query wait for each other now and then; that concerns no other query.
        if (process.Backend != blocker)
            waits.Add(new LockWait(process.Backend, blocker, process.IsAdvisory));
    }
}

/// <summary>A process that waits for a lock.</summary>
/// <remarks><c>Backend</c>: whose work it does: its leader where it is a parallel worker, else itself.
/// <c>IsAdvisory</c>: the lock is an advisory one.</remarks>
internal readonly record struct WaitingProcess(int ProcessId, int Backend, bool IsAdvisory);
