namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The statement that PREPARE names, which is what EXECUTE runs.</summary>
internal static class PrepareStatement
{
    /// <summary>Its text; null for any other statement and for what is not understood.</summary>
    public static string? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (
            tokens.Count < 4
            || !tokens[0].Is(text, "prepare")
            || tokens[1].Kind is not (SqlTokenKind.Word or SqlTokenKind.QuotedName)
        )
        {
            return null;
        }

        var depth = 0;
        for (var i = 2; i + 1 < tokens.Count; i++)
        {
            if (tokens[i].IsSymbol(text, '('))
                depth++;
            else if (tokens[i].IsSymbol(text, ')'))
                depth--;
            else if (depth == 0)
                return tokens[i].Is(text, "as") ? text[tokens[i + 1].Start..] : null;
        }

        return null;
    }
}
