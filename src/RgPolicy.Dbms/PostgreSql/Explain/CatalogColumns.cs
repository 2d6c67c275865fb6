using Npgsql;
using NpgsqlTypes;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Asks for the statistics of the columns that a plan's look-ups go by.</summary>
internal static class CatalogColumns
{
    /// <summary>The same relations with their columns, as far as the role may read their statistics.</summary>
    /// <param name="figures">What is known of the relations.</param>
    /// <param name="commands">What stands before the question, in one batch with it.</param>
    /// <param name="tables">Tables as the plan prints them.</param>
    /// <param name="relations">Oids of the relations that the text names.</param>
    /// <param name="columns">Names of columns.</param>
    /// <param name="cancellationToken">Ends the question.</param>
    public static async Task<Dictionary<string, RelationFigures>> AddAsync(
        Dictionary<string, RelationFigures> figures,
        NpgsqlBatch commands,
        string[] tables,
        uint[] relations,
        IReadOnlyCollection<string> columns,
        CancellationToken cancellationToken
    )
    {
        commands.BatchCommands.Add(
            new NpgsqlBatchCommand(FiguresSql.Columns)
            {
                Parameters = { Texts(tables), Oids(relations), Texts([.. columns]) },
            }
        );
        var found = new Dictionary<string, Dictionary<string, ColumnFigures>>(StringComparer.Ordinal);
        await using (var reader = await commands.ExecuteReaderAsync(cancellationToken))
        {
            while (await reader.ReadAsync(cancellationToken))
                Add(found, reader);
        }

        foreach (var (table, ofTable) in found)
            if (figures.TryGetValue(table, out var known))
                figures[table] = known with { Columns = ofTable };
        return figures;
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

    private static NpgsqlParameter<string[]> Texts(string[] values) =>
        new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text, TypedValue = values };

    private static NpgsqlParameter<uint[]> Oids(uint[] values) =>
        new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Oid, TypedValue = values };
}
