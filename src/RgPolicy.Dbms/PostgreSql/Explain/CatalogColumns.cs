using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Asks for the statistics of the columns that a plan's look-ups go by. Few plans have any, so it is prepared
/// when it is asked for the first time.</summary>
internal sealed class CatalogColumns : IAsyncDisposable
{
    // Asked before, for a refusal would end the transaction that the plan's tables are locked in.
    private const string MayRead = "SELECT pg_catalog.has_table_privilege('pg_catalog.pg_stats', 'SELECT')";

    private static readonly string[] NoNames = [];
    private static readonly uint[] NoOids = [];

    private readonly NpgsqlConnection _connection;
    private readonly bool _isAllowed;
    private readonly PostgresQuery _query;
    private bool _isPrepared;

    private CatalogColumns(NpgsqlConnection connection, bool isAllowed)
    {
        (_connection, _isAllowed) = (connection, isAllowed);
        _query = new PostgresQuery(
            connection,
            [(FiguresSql.OwnNames, []), (FiguresSql.Columns, [NoNames, NoOids, NoNames])]
        );
    }

    public static async Task<CatalogColumns> OpenAsync(
        NpgsqlConnection connection,
        CancellationToken cancellationToken
    ) => new(connection, await PostgresQuery.AskAsync(connection, MayRead, [], cancellationToken) is true);

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
        var found = new Dictionary<string, Dictionary<string, ColumnFigures>>(StringComparer.Ordinal);
        await using (var reader = await _query.OpenAsync([tables, relations, columns], cancellationToken))
            while (await reader.ReadAsync(cancellationToken))
                Add(found, reader);
        foreach (var (table, ofTable) in found)
            if (figures.TryGetValue(table, out var known))
                figures[table] = known with { Columns = ofTable };
    }

    public ValueTask DisposeAsync() => _query.DisposeAsync();

    // Preparing looks names up, so they have to mean the server's own before it.
    private async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (_isPrepared)
            return;
        await PostgresQuery.AskAsync(_connection, FiguresSql.OwnNames, [], cancellationToken);
        await _query.PrepareAsync(cancellationToken);
        _isPrepared = true;
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
