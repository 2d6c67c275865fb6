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
        var tokens = SqlLexer.Tokens(text);
        var pages = Enumerable
            .Range(1, Math.Max(0, tokens.Count - 1))
            .Where(index => IsPage(text, tokens, index))
            .ToHashSet();
        if (pages.Count == 0)
            return (text, []);
        var (written, copied) = (new StringBuilder(text.Length), 0);
        foreach (var index in pages.Order())
        {
            written.Append(text, copied, tokens[index].Start - copied).Append(Rows);
            copied = tokens[index].End;
        }

        var left = tokens
            .Where((token, index) => token.Kind == SqlTokenKind.Parameter && !pages.Contains(index))
            .Select(token => token.ParameterNumber(text))
            .ToHashSet();
        return (
            written.Append(text, copied, text.Length - copied).ToString(),
            [
                .. pages
                    .Select(index => tokens[index].ParameterNumber(text))
                    .Distinct()
                    .Where(number => !left.Contains(number)),
            ]
        );
    }

    private static bool IsPage(string text, List<SqlToken> tokens, int index) =>
        tokens[index].Kind == SqlTokenKind.Parameter
        && (
            tokens[index - 1].Is(text, "limit")
            || tokens[index - 1].Is(text, "offset")
            || (
                index > 1
                && tokens[index - 2].Is(text, "fetch")
                && (tokens[index - 1].Is(text, "first") || tokens[index - 1].Is(text, "next"))
            )
        )
        && (index + 1 >= tokens.Count || Ends(text, tokens[index + 1]));

    // What follows may be an expression, such as a cast or a product: then it is not a number of rows as it stands.
    private static bool Ends(string text, SqlToken next) =>
        next.Kind is SqlTokenKind.End or SqlTokenKind.Word || next.IsSymbol(text, ')') || next.IsSymbol(text, ';');
}
