using Npgsql;
using NpgsqlTypes;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Asks the catalog, once for each plan, how large the tables and indexes are that the plan names.</summary>
internal sealed class CatalogFigures : IAsyncDisposable
{
    /// <summary>A plan of more tables is judged without: the answer would take longer than it is worth.</summary>
    public const int MostTables = 200;

    private readonly NpgsqlBatch _batch;
    private readonly CatalogColumns _columns;
    private readonly NpgsqlParameter<string[]> _tables = new()
    {
        NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text,
        TypedValue = [],
    };
    private readonly NpgsqlParameter<uint[]> _relations = new()
    {
        NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Oid,
        TypedValue = [],
    };

    private CatalogFigures(NpgsqlConnection connection, CatalogColumns columns)
    {
        _columns = columns;
        _batch = new NpgsqlBatch(connection)
        {
            BatchCommands =
            {
                new NpgsqlBatchCommand(FiguresSql.OwnNames),
                new NpgsqlBatchCommand(FiguresSql.Figures) { Parameters = { _tables, _relations } },
            },
        };
    }

    /// <summary>Prepares it, while names mean the server's own and nothing else.</summary>
    public static async Task<CatalogFigures> PrepareAsync(
        NpgsqlConnection connection,
        CancellationToken cancellationToken
    )
    {
        var catalog = new CatalogFigures(connection, await CatalogColumns.OpenAsync(connection, cancellationToken));
        await catalog._batch.PrepareAsync(cancellationToken);
        await catalog.ReadAsync([], [], cancellationToken);
        return catalog;
    }

    /// <summary>
    /// What is known of them, in the transaction that planned: what is asked about is locked. Null where there is
    /// nothing to ask, or the server did not answer in time.
    /// </summary>
    /// <param name="tables">Tables as the plan prints them.</param>
    /// <param name="relations">Oids of the relations that the text names.</param>
    /// <param name="columns">Names of the columns whose statistics matter.</param>
    /// <param name="cancellationToken">Ends the question.</param>
    public async Task<IReadOnlyDictionary<string, RelationFigures>?> FindAsync(
        IReadOnlyCollection<string> tables,
        uint[] relations,
        IReadOnlyCollection<string> columns,
        CancellationToken cancellationToken
    )
    {
        if (tables.Count is 0 or > MostTables)
            return null;
        Dictionary<string, RelationFigures>? found = null;
        try
        {
            found = await ReadAsync([.. tables], relations, cancellationToken);
            await _columns.AddAsync(found, [.. tables], relations, [.. columns], cancellationToken);
        }
        catch (PostgresException)
        {
            // What was found until then is as good as without the rest.
        }

        return found;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _columns.DisposeAsync();
        await _batch.DisposeAsync();
    }

    private async Task<Dictionary<string, RelationFigures>> ReadAsync(
        string[] tables,
        uint[] relations,
        CancellationToken cancellationToken
    )
    {
        (_tables.TypedValue, _relations.TypedValue) = (tables, relations);
        var found = new Dictionary<string, RelationFigures>(StringComparer.Ordinal);
        var twice = new HashSet<string>(StringComparer.Ordinal);
        await using var reader = await _batch.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            // It was dropped a moment ago.
            if (reader.IsDBNull(2))
                continue;
            double? rows = reader.IsDBNull(1) ? null : reader.GetDouble(1);
            if (!found.TryAdd(reader.GetString(0), new(rows, reader.GetDouble(2))))
                twice.Add(reader.GetString(0));
        }

        // Two schemas that the text names both hold it: the plan does not tell which one an operator reads.
        foreach (var name in twice)
            found.Remove(name);
        return found;
    }
}
