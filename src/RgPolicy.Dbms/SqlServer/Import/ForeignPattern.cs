namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>
/// A pattern of T-SQL in units of the language, which has no sets of letters: one pattern for each letter of
/// <c>[0-9]</c>, and for <c>[^ab]</c> any letter but those patterns that have one of these in its place.
/// </summary>
internal sealed record ForeignPattern(ImmutableArray<string> Wanted, ImmutableArray<string> Unwanted, bool HasRanges)
{
    private const int Most = 40;

    /// <summary>The pattern, or null where the language has none that means the same.</summary>
    public static ForeignPattern? Read(string pattern, char? escape)
    {
        if (Places(pattern, escape) is not { } places)
            return null;
        var many = places.FindIndex(place => place is { Letters: "", IsMany: true });
        var isOpen = many >= 0 && places.FindIndex(many, place => place.IsNegated) >= 0;
        long wanted = 1;
        foreach (var place in places.Where(place => !place.IsNegated && place.Letters.Length > 0))
            wanted = Math.Min(wanted * place.Letters.Length, Most + 1);
        var unwanted = places.Where(place => place.IsNegated).Sum(place => place.Letters.Length);
        return isOpen || wanted + unwanted > Most
            ? null
            : new ForeignPattern(
                [.. Expanded(places)],
                [.. Enumerable.Range(0, places.Count).SelectMany(at => Without(places, at))],
                places.Exists(place => place.HasRange)
            );
    }

    private static IEnumerable<string> Expanded(List<Place> places) =>
        places.Aggregate<Place, IEnumerable<string>>(
            [""],
            (begins, place) =>
                place.IsNegated || place.Letters.Length == 0
                    ? begins.Select(begin => begin + Any(place))
                    : begins.SelectMany(begin => place.Letters.Select(letter => begin + letter))
        );

    /// <summary>Before a set that names what is unwanted every place is one letter wide, so the others may be
    /// anything.</summary>
    private static IEnumerable<string> Without(List<Place> places, int at) =>
        places[at].IsNegated
            ? places[at]
                .Letters.Select(letter =>
                    string.Concat(
                        places.Select(
                            (place, number) =>
                                number == at ? letter
                                : place is { IsNegated: false, Letters.Length: 1 } ? place.Letters[0]
                                : Any(place)
                        )
                    )
                )
            : [];

    private static char Any(Place place) => place.IsMany ? TextPattern.Many : TextPattern.One;

    private static List<Place>? Places(string pattern, char? escape)
    {
        var places = new List<Place>();
        for (var at = 0; at < pattern.Length; at++)
        {
            if (pattern[at] == escape)
            {
                if (++at == pattern.Length)
                    return null;
                places.Add(new Place(pattern[at].ToString()));
            }
            else if (pattern[at] == '[')
            {
                if (Set(pattern, ref at, escape) is not { } set)
                    return null;
                places.Add(set);
            }
            else if (pattern[at] == ']')
            {
                return null;
            }
            else
            {
                places.Add(
                    pattern[at] switch
                    {
                        '%' => new Place("", IsMany: true),
                        '_' => new Place(""),
                        var letter => new Place(letter.ToString()),
                    }
                );
            }
        }

        return places;
    }

    /// <summary>A set, from its bracket on; the place is then that of the bracket that ends it.</summary>
    private static Place? Set(string pattern, ref int at, char? escape)
    {
        var end = pattern.IndexOf(']', at + 1);
        if (end < 0 || (escape is { } sign && pattern.AsSpan(at, end - at).Contains(sign)))
            return null;
        var isNegated = pattern[at + 1] == '^';
        var inside = pattern[(at + (isNegated ? 2 : 1))..end];
        var letters = new StringBuilder();
        var hasRange = false;
        for (var number = 0; number < inside.Length; number++)
        {
            if (number + 2 >= inside.Length || inside[number + 1] != '-')
            {
                letters.Append(inside[number]);
                continue;
            }

            var (first, last) = (inside[number], inside[number + 2]);
            if (!IsRange(first, last))
                return null;
            hasRange |= !char.IsAsciiDigit(first);
            letters.Append([.. Enumerable.Range(first, last - first + 1).Select(code => (char)code)]);
            number += 2;
        }

        at = end;
        return letters.Length > 0 ? new Place(letters.ToString(), IsNegated: isNegated, HasRange: hasRange) : null;
    }

    private static bool IsRange(char first, char last) =>
        first <= last
        && (
            (char.IsAsciiDigit(first) && char.IsAsciiDigit(last))
            || (char.IsAsciiLetterLower(first) && char.IsAsciiLetterLower(last))
            || (char.IsAsciiLetterUpper(first) && char.IsAsciiLetterUpper(last))
        );

    /// <remarks><c>Letters</c>: one of these, or with <c>IsNegated</c> none; empty for any letter. <c>HasRange</c>: a
    /// range of letters is among them.</remarks>
    private sealed record Place(string Letters, bool IsMany = false, bool IsNegated = false, bool HasRange = false);
}
