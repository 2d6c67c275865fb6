using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>Fills the tables of a schema with drawn data.</summary>
internal static class MadeData
{
    /// <summary>Fills them and has them analysed.</summary>
    /// <param name="cluster">The server.</param>
    /// <param name="database">Where the tables are.</param>
    /// <param name="tables">The tables.</param>
    /// <param name="texts">What will ask for the data.</param>
    /// <param name="seed">What the drawing begins with.</param>
    public static async Task FillAsync(
        PostgresCluster cluster,
        string database,
        ImmutableArray<TableSketch> tables,
        IEnumerable<QueryText> texts,
        int seed
    )
    {
        var compared = new ComparedValues(texts, tables.Select(table => table.Name));
        var dates = DateRange.Around(compared.Dates);
        var rows = tables.ToDictionary(table => table.Name, table => table.Rows, StringComparer.Ordinal);
        await using var connection = await cluster.OpenAsync(database);
        // Rows refer to rows that come later, and triggers of a schema would only be in the way.
        await RunAsync(connection, "SET session_replication_role = replica");
        foreach (var table in tables)
        {
            await RunAsync(
                connection,
                Insertion(
                    table,
                    column =>
                        new ColumnData(
                            table.Name,
                            column,
                            compared.Of(table.Name, column.Name),
                            dates,
                            seed
                        ).Expression(name => rows[name])
                )
            );
        }

        await RunAsync(connection, "ANALYZE");
    }

    private static string Insertion(TableSketch table, Func<ColumnSketch, string> expression) =>
        $"""
            INSERT INTO {table.Name} ({string.Join(
                ", ",
                table.Columns.Select(column => Quote(column.Name))
            )}) OVERRIDING SYSTEM VALUE
            SELECT {string.Join(",\n       ", table.Columns.Select(expression))}
              FROM generate_series(1, {table.Rows}) i ON CONFLICT DO NOTHING
            """;

    private static async Task RunAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync();
    }

    private static string Quote(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
