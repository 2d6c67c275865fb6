using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// Which transactions can hold rows that others want: those that have locked a table that others see for writing. That
/// a transaction has an id proves nothing, for any session may ask for one. To answer, the server takes the locks of
/// its lock manager, so it is asked about few processes, and seldom.
/// </summary>
internal sealed class WriterLocks : IAsyncDisposable
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

    private readonly NpgsqlCommand _command;
    private readonly NpgsqlParameter<int[]> _ids = new()
    {
        NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Integer,
        TypedValue = [],
    };

    private WriterLocks(PostgresSession session)
    {
        _command = new NpgsqlCommand(Sql, session.Connection);
        _command.Parameters.Add(_ids);
    }

    /// <summary>Prepares the statement that asks for them.</summary>
    public static async Task<WriterLocks> PrepareAsync(PostgresSession session, CancellationToken cancellationToken)
    {
        var locks = new WriterLocks(session);
        await locks._command.PrepareAsync(cancellationToken);
        return locks;
    }

    /// <summary>Those of some backends whose transactions have locked a table for writing.</summary>
    public async Task<IReadOnlySet<int>> ReadAsync(IReadOnlyList<int> processIds, CancellationToken cancellationToken)
    {
        _ids.TypedValue = [.. processIds];
        var writers = new HashSet<int>();
        await using var reader = await _command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            writers.Add(reader.GetInt32(0));
        return writers;
    }

    public ValueTask DisposeAsync() => _command.DisposeAsync();
}
