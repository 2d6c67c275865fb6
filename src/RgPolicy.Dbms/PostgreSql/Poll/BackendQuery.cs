using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>A statement about a few backends, whose process ids are $1; prepared once per connection.</summary>
internal abstract class BackendQuery(PostgresSession session, string sql) : IAsyncDisposable
{
    private static readonly int[] None = [];

    private readonly PostgresQuery _query = new(session.Connection, sql, None);

    public Task PrepareAsync(CancellationToken cancellationToken) => _query.PrepareAsync(cancellationToken);

    public ValueTask DisposeAsync() => _query.DisposeAsync();

    protected async Task ReadAsync(int[] processIds, Action<NpgsqlDataReader> read, CancellationToken cancellationToken)
    {
        await using var reader = await _query.OpenAsync([processIds], cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            read(reader);
    }
}

/// <summary>When the statements of a few backends started. The server makes rows for these alone, so it costs it far
/// less than a poll where connections are many.</summary>
internal sealed class StatementStarts(PostgresSession session) : BackendQuery(session, Sql)
{
    private const string Sql = """
        SELECT s.pid, s.query_start
          FROM unnest($1) p, pg_stat_get_activity(p) s
         WHERE s.state IN ('active', 'fastpath function call') AND s.query_start IS NOT NULL
        """;

    public async Task<IReadOnlyDictionary<int, DateTime>> ReadAsync(
        int[] processIds,
        CancellationToken cancellationToken
    )
    {
        var starts = new Dictionary<int, DateTime>(processIds.Length);
        await ReadAsync(processIds, row => starts[row.GetInt32(0)] = row.GetDateTime(1), cancellationToken);
        return starts;
    }
}

/// <summary>Which transactions can hold rows that others want: those that have locked a table that others see for
/// writing. That a transaction has an id proves nothing, for any session may ask for one. To answer, the server takes
/// the locks of its lock manager, so it is asked about few processes, and seldom.</summary>
internal sealed class WriterLocks(PostgresSession session) : BackendQuery(session, Sql)
{
    // A temporary table is told by the catalog of its database, and one that the transaction has made itself is in none
    // yet: no session waits for its rows. Of other databases every table counts.
    private const string Sql = """
        SELECT DISTINCT l.pid
          FROM pg_catalog.pg_locks l
         WHERE l.pid = ANY ($1) AND l.locktype = 'relation' AND l.granted AND l.relation >= 16384
           AND l.mode IN ('RowExclusiveLock', 'ShareUpdateExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock',
                          'AccessExclusiveLock')
           AND (l.database <> (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
                OR EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid = l.relation AND c.relpersistence <> 't'))
        """;

    public async Task<IReadOnlySet<int>> ReadAsync(IReadOnlyList<int> processIds, CancellationToken cancellationToken)
    {
        var writers = new HashSet<int>();
        await ReadAsync([.. processIds], row => writers.Add(row.GetInt32(0)), cancellationToken);
        return writers;
    }
}
