using System.Text.RegularExpressions;
using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>The tables that a schema has made, and how many rows each gets: what none refers to is the largest, what is
/// referred to has a tenth of those that do. A line <c>-- rows TABLE NUMBER</c> of the schema says otherwise.</summary>
internal static partial class SchemaSketch
{
    private const int Part = 10;
    private const long Fewest = 5;

    private const string Columns = """
        SELECT c.oid::regclass::text, a.attname, coalesce(b.typname, t.typname),
               CASE WHEN t.typname IN ('varchar', 'bpchar') AND a.atttypmod > 4 THEN a.atttypmod - 4
                    WHEN t.typname = 'numeric' AND a.atttypmod > 4 THEN ((a.atttypmod - 4) >> 16) - ((a.atttypmod - 4) & 65535) ELSE 0 END,
               NOT (a.attnotnull OR t.typnotnull),
               EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum),
               (SELECT f.confrelid::regclass::text FROM pg_constraint f
                 WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1),
               ARRAY(SELECT e.enumlabel::text FROM pg_enum e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder)
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
               JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type b ON b.oid = t.typbasetype
         WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
           AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
         ORDER BY c.oid, a.attnum
        """;

    /// <summary>Reads them.</summary>
    /// <param name="cluster">The server.</param>
    /// <param name="database">Where the schema was made.</param>
    /// <param name="schema">Its text.</param>
    /// <param name="rows">Rows of the largest tables.</param>
    public static async Task<ImmutableArray<TableSketch>> ReadAsync(
        PostgresCluster cluster,
        string database,
        string schema,
        long rows
    )
    {
        var columns = new List<(string Table, ColumnSketch Column)>();
        await using var connection = await cluster.OpenAsync(database);
        await using var command = new NpgsqlCommand(Columns, connection);
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
            columns.Add((reader.GetString(0), Column(reader)));
        var tables = columns
            .GroupBy(c => c.Table, c => c.Column, StringComparer.Ordinal)
            .Select(group => new TableSketch(group.Key, [.. group]))
            .ToArray();
        var told = RowsLine()
            .Matches(schema)
            .ToDictionary(
                line => line.Groups["table"].Value,
                line => long.Parse(line.Groups["rows"].Value, CultureInfo.InvariantCulture),
                StringComparer.Ordinal
            );
        return
        [
            .. tables.Select(table =>
                table with
                {
                    Rows = told.TryGetValue(table.Name, out var few) ? few : RowsOf(table.Name, tables, rows, []),
                }
            ),
        ];
    }

    private static ColumnSketch Column(NpgsqlDataReader reader) =>
        new(
            reader.GetString(1),
            reader.GetString(2),
            reader.GetInt32(3),
            reader.GetBoolean(4),
            reader.GetBoolean(5),
            reader.IsDBNull(6) ? null : reader.GetString(6),
            [.. reader.GetFieldValue<string[]>(7)]
        );

    private static long RowsOf(string name, TableSketch[] tables, long rows, ImmutableHashSet<string> above)
    {
        var referring = tables
            .Where(table => table.References.Contains(name, StringComparer.Ordinal) && !above.Contains(table.Name))
            .ToArray();
        return referring.Length == 0
            ? rows
            : Math.Max(Fewest, referring.Min(table => RowsOf(table.Name, tables, rows, above.Add(name))) / Part);
    }

    [GeneratedRegex(
        @"^--\s*rows\s+(?<table>\S+)\s+(?<rows>[0-9]+)\s*$",
        RegexOptions.Multiline | RegexOptions.CultureInvariant,
        1000
    )]
    private static partial Regex RowsLine();
}
