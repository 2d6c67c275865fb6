using System.Diagnostics.CodeAnalysis;
using Npgsql;
using NpgsqlTypes;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>Statements of RgPolicy's own that are sent in one message. The server is told the types of their values;
/// each run may give others in their place, of all statements together.</summary>
internal sealed class PostgresQuery : IAsyncDisposable
{
    private readonly NpgsqlBatch _batch;

    public PostgresQuery(NpgsqlConnection connection, string sql, params object[] values)
        : this(connection, [(sql, values)]) { }

    [SuppressMessage("Security", "CA2100", Justification = "the texts are RgPolicy's own")]
    public PostgresQuery(NpgsqlConnection connection, IEnumerable<(string Sql, object[] Values)> statements)
    {
        _batch = new NpgsqlBatch(connection);
        foreach (var (sql, values) in statements)
        {
            var command = new NpgsqlBatchCommand(sql);
            foreach (var value in values)
                command.Parameters.Add(new NpgsqlParameter { NpgsqlDbType = TypeOf(value), Value = value });
            _batch.BatchCommands.Add(command);
        }
    }

    public static async Task<object?> AskAsync(
        NpgsqlConnection connection,
        string sql,
        object[] values,
        CancellationToken cancellationToken
    )
    {
        await using var query = new PostgresQuery(connection, sql, values);
        return await query.ScalarAsync([], cancellationToken);
    }

    public static async Task<List<TRow>> ListAsync<TRow>(
        NpgsqlConnection connection,
        string sql,
        object[] values,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    )
    {
        await using var query = new PostgresQuery(connection, sql, values);
        return await query.ReadAsync([], read, cancellationToken);
    }

    public Task PrepareAsync(CancellationToken cancellationToken) => _batch.PrepareAsync(cancellationToken);

    public Task RunAsync(object[] values, CancellationToken cancellationToken) =>
        With(values).ExecuteNonQueryAsync(cancellationToken);

    public Task<object?> ScalarAsync(object[] values, CancellationToken cancellationToken) =>
        With(values).ExecuteScalarAsync(cancellationToken);

    public Task<NpgsqlDataReader> OpenAsync(object[] values, CancellationToken cancellationToken) =>
        With(values).ExecuteReaderAsync(cancellationToken);

    public async Task<List<TRow>> ReadAsync<TRow>(
        object[] values,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    )
    {
        await using var reader = await OpenAsync(values, cancellationToken);
        return await reader.RestAsync(read, cancellationToken);
    }

    public ValueTask DisposeAsync() => _batch.DisposeAsync();

    private NpgsqlBatch With(object[] values)
    {
        if (values.Length == 0)
            return _batch;
        var at = 0;
        foreach (var command in _batch.BatchCommands)
        foreach (NpgsqlParameter parameter in command.Parameters)
            parameter.Value = values[at++];
        return _batch;
    }

    private static NpgsqlDbType TypeOf(object value) =>
        value switch
        {
            string => NpgsqlDbType.Text,
            string[] => NpgsqlDbType.Array | NpgsqlDbType.Text,
            uint => NpgsqlDbType.Oid,
            int => NpgsqlDbType.Integer,
            // An int[] matches uint[] too, and the other way about: arrays of the two convert into one another.
            int[] when value.GetType() == typeof(int[]) => NpgsqlDbType.Array | NpgsqlDbType.Integer,
            uint[] => NpgsqlDbType.Array | NpgsqlDbType.Oid,
            long => NpgsqlDbType.Bigint,
            long[] => NpgsqlDbType.Array | NpgsqlDbType.Bigint,
            bool => NpgsqlDbType.Boolean,
            DateTime => NpgsqlDbType.TimestampTz,
            _ => throw new NotSupportedException($"A value of type {value.GetType().Name} has no type there."),
        };
}
