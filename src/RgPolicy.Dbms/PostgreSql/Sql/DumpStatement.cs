namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>Whether a query is a dump's. A session names its application itself, so the name is not enough: only the
/// statements with which pg_dump reads a whole table count. A client that poses as a dump gains only that: it reads a
/// table, as a dump does, with the share that the server would give it without RgPolicy. What a cursor reads is not
/// shown, so that one counts only for as long as it uses little processor time, as the rows of a table do.</summary>
internal static class DumpStatement
{
    private const string Application = "pg_dump";
    private const string Cursor = "_pg_dump_cursor";
    private const int LongestName = 3;

    /// <summary>Why the query is never governed, or null.</summary>
    public static string? Exemption(SessionFacts session, StatementFacts? statement) =>
        session.App is Application
        && statement is { Text: { } text }
        && (CopiesATableOut(text) || FetchesFromItsCursor(text))
            ? "backup (pg_dump)"
            : null;

    public static bool IsOfACursor(StatementFacts? statement) =>
        statement is { Text: { } text } && FetchesFromItsCursor(text);

    /// <summary>COPY name (columns) TO stdout, and nothing else: neither a query nor a file or a program.</summary>
    private static bool CopiesATableOut(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (tokens.Count < 4 || !tokens[0].Is(text, "copy"))
            return false;
        var end = 1;
        while (end < tokens.Count && !tokens[end].IsSymbol(text, '(') && !tokens[end].Is(text, "to"))
            end++;
        if (end < 2 || end > 1 + LongestName || end == tokens.Count)
            return false;
        if (tokens[end].IsSymbol(text, '('))
        {
            var close = tokens.FindIndex(end, t => t.IsSymbol(text, ')'));
            if (close < 0 || tokens.FindIndex(end + 1, close - end, t => t.IsSymbol(text, '(')) >= 0)
                return false;
            end = close + 1;
        }

        return end + 1 < tokens.Count
            && tokens[end].Is(text, "to")
            && tokens[end + 1].Is(text, "stdout")
            && IsLast(text, tokens, end + 1);
    }

    private static bool FetchesFromItsCursor(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        return tokens.Count >= 4
            && tokens[0].Is(text, "fetch")
            && tokens[2].Is(text, "from")
            && tokens[3].Is(text, Cursor)
            && IsLast(text, tokens, 3);
    }

    private static bool IsLast(string text, List<SqlToken> tokens, int index) =>
        index + 1 == tokens.Count || (index + 2 == tokens.Count && tokens[index + 1].IsSymbol(text, ';'));
}
