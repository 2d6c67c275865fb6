using static System.FormattableString;

namespace RgPolicy.Dbms.Tests.PostgreSql.IndexLoops;

/// <summary>A table whose rows' keys a loop looks up.</summary>
/// <param name="Rows">Its rows.</param>
/// <param name="From">Where its keys begin, as a part of all keys.</param>
/// <param name="Part">How many different keys there are to choose from, as a part of all.</param>
/// <param name="Skew">1 takes each equally often; 2 and more prefer the first ones.</param>
/// <param name="IsOrdered">It stands in the order of its keys.</param>
internal sealed record LoopKeys(int Rows, double From, double Part, double Skew, bool IsOrdered)
{
    public string NameFor(LoopTable table) =>
        Invariant($"k_{Rows}_{(int)(From * 1000)}_{(int)(Part * 10000)}_{(int)(Skew * 10)}_{IsOrdered}_of_{table.Keys}")
            .ToLowerInvariant();

    /// <summary>Makes it for a table.</summary>
    public string SqlFor(LoopTable table)
    {
        var (first, count) = ((int)(From * table.Keys), Math.Max(1, (int)(Part * table.Keys)));
        return Invariant(
            $"""
            CREATE TABLE IF NOT EXISTS {NameFor(table)} AS
                SELECT key FROM (
                    SELECT {first} + least({count
                - 1}, floor({count} * power(((hashint4(i * 7 + 3)::bigint + 2147483648) % 1000003) / 1000003.0, {Skew}))::int) AS key, i
                      FROM generate_series(1, {Rows}) i) drawn
                 ORDER BY {(IsOrdered ? "key" : "i")};
            """
        );
    }
}
