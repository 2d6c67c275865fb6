namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>Parameters that say how many rows are wanted. The server plans for a tenth of all rows where it does not
/// know their number, so that every page of a large table would look like a scan of it: a page is taken to have 100
/// rows, as most have.</summary>
internal static class PageParameters
{
    private const string Rows = "100";

    /// <summary>The text with the numbers in their place, and the numbers of the parameters that stand
    /// nowhere else.</summary>
    public static (string Text, IReadOnlyList<int> Unused) Replace(string text)
    {
        var sql = new SqlText(text);
        var pages = Enumerable.Range(1, Math.Max(0, sql.Count - 1)).Where(index => IsPage(sql, index)).ToHashSet();
        if (pages.Count == 0)
            return (text, []);
        var left = Enumerable.Range(0, sql.Count).Where(at => !pages.Contains(at)).Select(sql.Parameter).ToHashSet();
        return (
            sql.With(pages.Order().Select(index => (index, index, Rows))),
            [.. pages.Select(sql.Parameter).OfType<int>().Distinct().Where(number => !left.Contains(number))]
        );
    }

    private static bool IsPage(SqlText sql, int index) =>
        sql.KindAt(index) == SqlTokenKind.Parameter
        && (
            sql.Is(index - 1, "limit")
            || sql.Is(index - 1, "offset")
            || (sql.Is(index - 2, "fetch") && (sql.Is(index - 1, "first") || sql.Is(index - 1, "next")))
        )
        && Ends(sql, index + 1);

    // What follows may be an expression, such as a cast or a product: then it is not a number of rows as it stands.
    private static bool Ends(SqlText sql, int at) =>
        sql.KindAt(at) is SqlTokenKind.End or SqlTokenKind.Word || sql.Is(at, ')') || sql.Is(at, ';');
}
