using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// Who blocks the backends that wait for a lock. The server takes its lock manager's locks for it, so it is asked for few.
/// </summary>
internal sealed class LockWaits : IAsyncDisposable
{
    private const string Sql = """
        SELECT blocker, count(*)::int4
          FROM unnest($1) waiting, unnest(pg_blocking_pids(waiting)) blocker
         WHERE blocker <> 0
         GROUP BY blocker
        """;

    private readonly NpgsqlCommand _command;
    private readonly NpgsqlParameter<int[]> _waiting = new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Integer, TypedValue = [] };

    private LockWaits(PostgresSession session)
    {
        _command = new NpgsqlCommand(Sql, session.Connection);
        _command.Parameters.Add(_waiting);
    }

    /// <summary>Prepares it.</summary>
    public static async Task<LockWaits> PrepareAsync(PostgresSession session, CancellationToken cancellationToken)
    {
        var waits = new LockWaits(session);
        await waits._command.PrepareAsync(cancellationToken);
        return waits;
    }

    /// <summary>By process id, how many of the waiting backends it blocks.</summary>
    public async Task<IReadOnlyDictionary<int, int>> ReadAsync(int[] waiting, CancellationToken cancellationToken)
    {
        var blocking = new Dictionary<int, int>();
        if (waiting.Length == 0) return blocking;
        _waiting.TypedValue = waiting;
        await using var reader = await _command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken)) blocking[reader.GetInt32(0)] = reader.GetInt32(1);
        return blocking;
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => _command.DisposeAsync();
}
