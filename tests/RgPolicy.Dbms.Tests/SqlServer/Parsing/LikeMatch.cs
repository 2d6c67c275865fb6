namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>LIKE as T-SQL defines it, by trying everything.</summary>
internal static class LikeMatch
{
    public static bool Holds(string text, string pattern, char escape, StringComparison comparison)
    {
        if (pattern.Length == 0)
        {
            return text.Length == 0;
        }

        if (pattern[0] == escape && pattern.Length > 1)
        {
            return text.Length > 0 && Same(text[0], pattern[1], comparison) && Holds(text[1..], pattern[2..], escape, comparison);
        }

        return pattern[0] switch
        {
            '%' => Enumerable.Range(0, text.Length + 1).Any(skip => Holds(text[skip..], pattern[1..], escape, comparison)),
            '_' => text.Length > 0 && Holds(text[1..], pattern[1..], escape, comparison),
            '[' => throw new InvalidOperationException("A set of characters is not expected in a pattern."),
            _ => text.Length > 0 && Same(text[0], pattern[0], comparison) && Holds(text[1..], pattern[1..], escape, comparison),
        };
    }

    private static bool Same(char left, char right, StringComparison comparison) =>
        string.Equals(left.ToString(), right.ToString(), comparison);
}
