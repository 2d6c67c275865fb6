namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>LIKE as T-SQL defines it, by trying everything.</summary>
internal static class LikeMatch
{
    /// <summary>Whether a text is as a pattern says; the null character stands for no escape.</summary>
    public static bool Holds(string text, string pattern, char escape, StringComparison comparison)
    {
        if (pattern.Length == 0)
            return text.Length == 0;

        if (escape != '\0' && pattern[0] == escape && pattern.Length > 1)
        {
            return text.Length > 0
                && Same(text[0], pattern[1], comparison)
                && Holds(text[1..], pattern[2..], escape, comparison);
        }

        return pattern[0] switch
        {
            '%' => Enumerable
                .Range(0, text.Length + 1)
                .Any(skip => Holds(text[skip..], pattern[1..], escape, comparison)),
            '_' => text.Length > 0 && Holds(text[1..], pattern[1..], escape, comparison),
            '[' => InSet(text, pattern, escape, comparison),
            _ => text.Length > 0
                && Same(text[0], pattern[0], comparison)
                && Holds(text[1..], pattern[1..], escape, comparison),
        };
    }

    /// <summary>A set of characters and ranges of ASCII, or all others.</summary>
    private static bool InSet(string text, string pattern, char escape, StringComparison comparison)
    {
        var end = pattern.IndexOf(']', 1);
        var isNegated = end > 1 && pattern[1] == '^';
        var set = end < 0 ? "" : pattern[(isNegated ? 2 : 1)..end];
        if (set.Length == 0)
            throw new InvalidOperationException("A set of that kind is not expected in a pattern.");
        return text.Length > 0
            && Letters(set).Any(each => Same(text[0], each, comparison)) != isNegated
            && Holds(text[1..], pattern[(end + 1)..], escape, comparison);
    }

    private static IEnumerable<char> Letters(string set) =>
        Enumerable
            .Range(0, set.Length)
            .SelectMany(at =>
                at > 0 && at + 1 < set.Length && set[at] == '-'
                    ? Enumerable.Range(set[at - 1], set[at + 1] - set[at - 1]).Select(code => (char)code)
                    : [set[at]]
            );

    private static bool Same(char left, char right, StringComparison comparison) =>
        string.Equals(left.ToString(), right.ToString(), comparison);
}
