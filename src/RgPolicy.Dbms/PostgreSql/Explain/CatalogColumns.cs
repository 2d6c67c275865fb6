using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Asks for the statistics of the columns that a plan's look-ups go by. Few plans have any, so it is prepared
/// when it is asked for the first time.</summary>
internal sealed class CatalogColumns : IAsyncDisposable
{
    // Asked before, for a refusal would end the transaction that the plan's tables are locked in.
    private const string MayRead = "SELECT pg_catalog.has_table_privilege('pg_catalog.pg_stats', 'SELECT')";

    private readonly NpgsqlConnection _connection;
    private readonly bool _isAllowed;
    private readonly NpgsqlBatch _batch;
    private readonly NpgsqlParameter<string[]> _tables = PostgresParameter.Texts();
    private readonly NpgsqlParameter<uint[]> _relations = PostgresParameter.Oids();
    private readonly NpgsqlParameter<string[]> _columns = PostgresParameter.Texts();
    private bool _isPrepared;

    private CatalogColumns(NpgsqlConnection connection, bool isAllowed)
    {
        (_connection, _isAllowed) = (connection, isAllowed);
        _batch = new NpgsqlBatch(connection)
        {
            BatchCommands =
            {
                new NpgsqlBatchCommand(FiguresSql.OwnNames),
                new NpgsqlBatchCommand(FiguresSql.Columns) { Parameters = { _tables, _relations, _columns } },
            },
        };
    }

    public static async Task<CatalogColumns> OpenAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(MayRead, connection);
        return new(connection, await command.ExecuteScalarAsync(cancellationToken) is true);
    }

    public async Task AddAsync(
        Dictionary<string, RelationFigures> figures,
        string[] tables,
        uint[] relations,
        string[] columns,
        CancellationToken cancellationToken
    )
    {
        if (!_isAllowed || columns.Length == 0)
            return;
        await PrepareAsync(cancellationToken);
        (_tables.TypedValue, _relations.TypedValue, _columns.TypedValue) = (tables, relations, columns);
        foreach (var (table, ofTable) in await ReadAsync(cancellationToken))
            if (figures.TryGetValue(table, out var known))
                figures[table] = known with { Columns = ofTable };
    }

    public ValueTask DisposeAsync() => _batch.DisposeAsync();

    // Preparing looks names up, so they have to mean the server's own before it.
    private async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (_isPrepared)
            return;
        await using (var names = new NpgsqlCommand(FiguresSql.OwnNames, _connection))
            await names.ExecuteNonQueryAsync(cancellationToken);
        await _batch.PrepareAsync(cancellationToken);
        _isPrepared = true;
    }

    private async Task<Dictionary<string, Dictionary<string, ColumnFigures>>> ReadAsync(
        CancellationToken cancellationToken
    )
    {
        var found = new Dictionary<string, Dictionary<string, ColumnFigures>>(StringComparer.Ordinal);
        await using var reader = await _batch.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            Add(found, reader);
        return found;
    }

    private static void Add(Dictionary<string, Dictionary<string, ColumnFigures>> found, NpgsqlDataReader reader)
    {
        if (!found.TryGetValue(reader.GetString(0), out var columns))
            found.Add(reader.GetString(0), columns = new(StringComparer.Ordinal));
        if (Number(reader, 2) is { } distinct)
            columns[reader.GetString(1)] = new(distinct, Number(reader, 3), Number(reader, 4), Number(reader, 5));
    }

    private static double? Number(NpgsqlDataReader reader, int column) =>
        !reader.IsDBNull(column) && reader.GetDouble(column) is var number && double.IsFinite(number) ? number : null;
}
