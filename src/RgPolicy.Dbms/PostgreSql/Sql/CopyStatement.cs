namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>What a COPY reads: PostgreSQL explains no COPY, but the query inside it, or a scan of its
/// table, is what it does.</summary>
internal static class CopyStatement
{
    /// <summary>The query that COPY ... TO runs, or null for COPY ... FROM and for what is not understood.</summary>
    public static string? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (tokens.Count < 4 || !tokens[0].Is(text, "copy"))
            return null;
        if (tokens[1].IsSymbol(text, '('))
            return Inner(text, tokens);
        var to = tokens.FindIndex(t => t.Is(text, "to"));
        var from = tokens.FindIndex(t => t.Is(text, "from"));
        if (to < 2 || (from >= 0 && from < to))
            return null;
        var columns = tokens.FindIndex(t => t.IsSymbol(text, '('));
        var nameEnd = columns >= 0 && columns < to ? columns : to;
        if (nameEnd > 6)
            return null;
        return "SELECT * FROM " + text[tokens[1].Start..tokens[nameEnd - 1].End];
    }

    private static string? Inner(string text, List<SqlToken> tokens)
    {
        var depth = 0;
        for (var i = 1; i < tokens.Count; i++)
        {
            if (tokens[i].IsSymbol(text, '('))
                depth++;
            else if (tokens[i].IsSymbol(text, ')'))
                depth--;
            if (depth == 0)
                return i + 1 < tokens.Count && tokens[i + 1].Is(text, "to")
                    ? text[tokens[1].End..tokens[i].Start]
                    : null;
        }

        return null;
    }
}
