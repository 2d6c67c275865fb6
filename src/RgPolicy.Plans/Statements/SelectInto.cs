namespace RgPolicy.Plans.Statements;

/// <summary>SELECT ... INTO, which loads a new table.</summary>
internal static class SelectInto
{
    /// <summary>True when INTO comes before anything that ends the select list; the list itself cannot
    /// hold the word unquoted.</summary>
    public static bool IsNext(KeywordReader tokens, int depth) =>
        tokens.Find(depth, "INTO", "FROM", "WHERE", "GROUP", "ORDER", "UNION", "EXCEPT", "INTERSECT")
            is { Word: "INTO" };
}
