using System.Collections.Immutable;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>
/// Hashes of queries as rows that a statement joins, so that the server finds each of its own in a
/// table instead of searching a text for it. There are few lengths, so that the server keeps few plans; what is left of
/// a length is NULL, which joins nothing.
/// </summary>
/// <param name="hashes">The hashes, each once.</param>
internal sealed class HashList(ImmutableArray<long> hashes)
{
    private static readonly ImmutableArray<int> Lengths = [8, 64, 512];

    private readonly int _length = Lengths.FirstOrDefault(length => length >= hashes.Length, hashes.Length);

    /// <summary>The rows as a table <c>asked (hash)</c>.</summary>
    public string Table =>
        $"(VALUES {string.Join(", ", Numbers.Select(number => $"({Name(number)})"))}) AS asked (hash)";

    /// <summary>What they are.</summary>
    public SqlArgument[] Arguments =>
        [
            .. Numbers.Select(number =>
                number < hashes.Length
                    ? SqlArgument.Number(Name(number), hashes[number])
                    : SqlArgument.NoNumber(Name(number))
            ),
        ];

    private IEnumerable<int> Numbers => Enumerable.Range(0, _length);

    private static string Name(int number) => FormattableString.Invariant($"@h{number}");
}
