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
        var sql = new SqlText(text);
        if (sql.Count < 4 || !sql.Is(0, "copy"))
            return false;
        var end = 1;
        while (end < sql.Count && !sql.Is(end, '(') && !sql.Is(end, "to"))
            end++;
        if (end < 2 || end > 1 + LongestName || end == sql.Count)
            return false;
        if (sql.Is(end, '('))
        {
            var close = sql.Tokens.FindIndex(end, t => t.IsSymbol(text, ')'));
            if (close < 0 || sql.Tokens.FindIndex(end + 1, close - end, t => t.IsSymbol(text, '(')) >= 0)
                return false;
            end = close + 1;
        }

        return sql.Is(end, "to") && sql.Is(end + 1, "stdout") && sql.IsEnd(end + 2);
    }

    private static bool FetchesFromItsCursor(string text)
    {
        var sql = new SqlText(text);
        return sql.Count >= 4 && sql.Is(0, "fetch") && sql.Is(2, "from") && sql.Is(3, Cursor) && sql.IsEnd(4);
    }
}
