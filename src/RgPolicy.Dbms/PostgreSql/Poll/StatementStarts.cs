using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// When the statements of a few backends started. The server makes rows for these alone, so it costs it
/// far less than a poll where connections are many.
/// </summary>
internal sealed class StatementStarts : IAsyncDisposable
{
    private const string Sql = """
        SELECT s.pid, s.query_start
          FROM unnest($1) p, pg_stat_get_activity(p) s
         WHERE s.state IN ('active', 'fastpath function call') AND s.query_start IS NOT NULL
        """;

    private readonly NpgsqlCommand _command;
    private readonly NpgsqlParameter<int[]> _ids = new()
    {
        NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Integer,
        TypedValue = [],
    };

    private StatementStarts(PostgresSession session)
    {
        _command = new NpgsqlCommand(Sql, session.Connection);
        _command.Parameters.Add(_ids);
    }

    /// <summary>Prepares the statement that reads the starts.</summary>
    public static async Task<StatementStarts> PrepareAsync(PostgresSession session, CancellationToken cancellationToken)
    {
        var starts = new StatementStarts(session);
        await starts._command.PrepareAsync(cancellationToken);
        return starts;
    }

    /// <summary>By process id, of those that work now.</summary>
    public async Task<IReadOnlyDictionary<int, DateTime>> ReadAsync(
        int[] processIds,
        CancellationToken cancellationToken
    )
    {
        _ids.TypedValue = processIds;
        var starts = new Dictionary<int, DateTime>(processIds.Length);
        await using var reader = await _command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            starts[reader.GetInt32(0)] = reader.GetDateTime(1);
        return starts;
    }

    public ValueTask DisposeAsync() => _command.DisposeAsync();
}
