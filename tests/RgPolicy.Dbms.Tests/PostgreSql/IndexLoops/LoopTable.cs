using static System.FormattableString;

namespace RgPolicy.Dbms.Tests.PostgreSql.IndexLoops;

/// <summary>A table that loops look up by an index.</summary>
/// <param name="Rows">Its rows.</param>
/// <param name="RowsPerKey">How many of them have the same key.</param>
/// <param name="Padding">Bytes beside the key.</param>
/// <param name="Disorder">How far rows stand from their place by key, as a part of all: 0 in order, 1 anywhere.</param>
internal sealed record LoopTable(int Rows, int RowsPerKey, int Padding, double Disorder)
{
    public int Keys => Rows / RowsPerKey;

    public string Name => Invariant($"t_{Rows}_{RowsPerKey}_{Padding}_{(int)(Disorder * 100)}");

    /// <summary>Makes it, with its index.</summary>
    public string Sql =>
        Invariant(
            $"""
            CREATE TABLE {Name} AS
                SELECT i / {RowsPerKey} AS key, i % 97 AS value, repeat('x', {Padding}) AS padding
                  FROM generate_series(0, {Rows - 1}) i
                 ORDER BY i + ((hashint4(i)::bigint + 2147483648) % {(long)(Disorder * Rows) + 1});
            CREATE INDEX {Name}_key ON {Name} (key);
            """
        );
}
