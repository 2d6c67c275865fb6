namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>Reads what the tokens of a statement tell; errs on the side of naming too much.</summary>
internal static class StatementTextReader
{
    private const int LongestName = 63;

    public static StatementText Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        return new StatementText
        {
            Text = text,
            Statements = Statements(text, tokens),
            IsUnreadable = tokens.Exists(t => IsUnreadable(text, t)),
            FirstWord = FirstWord(text, tokens),
            Parameters = tokens
                .Where(t => t.Kind == SqlTokenKind.Parameter)
                .Select(t => t.ParameterNumber(text))
                .DefaultIfEmpty(0)
                .Max(),
            LocksRows = LocksRows(text, tokens),
            WritesInWith = WritesInWith(text, tokens),
        };
    }

    private static int Statements(string text, List<SqlToken> tokens)
    {
        var count = 0;
        var inside = false;
        foreach (var token in tokens)
        {
            if (token.IsSymbol(text, ';'))
                inside = false;
            else if (!inside)
                (inside, count) = (true, count + 1);
        }

        return count;
    }

    private static bool IsUnreadable(string text, SqlToken token) =>
        token.Kind is SqlTokenKind.Broken or SqlTokenKind.UnicodeName
        || IsUncertain(text, token)
        || (IsName(token) && Encoding.UTF8.GetByteCount(token.In(text)) > LongestName);

    /// <summary>Whether a text has a string that ends elsewhere where its session has set standard_conforming_strings
    /// to off, which is not shown: a backslash stands before a quote.</summary>
    public static bool HasUncertainStrings(string text) => SqlLexer.Tokens(text).Exists(t => IsUncertain(text, t));

    private static bool IsUncertain(string text, SqlToken token)
    {
        var letters = token.In(text);
        if (token.Kind != SqlTokenKind.Text || letters[0] is '$' or 'e' or 'E')
            return false;
        var backslashes = 0;
        foreach (var letter in letters)
        {
            if (letter == '\'' && backslashes % 2 == 1)
                return true;
            backslashes = letter == '\\' ? backslashes + 1 : 0;
        }

        return false;
    }

    private static string FirstWord(string text, List<SqlToken> tokens)
    {
        foreach (var token in tokens)
        {
            if (token.Kind == SqlTokenKind.Word)
                return token.In(text).ToString().ToUpperInvariant();
            if (!token.IsSymbol(text, '(') && !token.IsSymbol(text, ';'))
                return "";
        }

        return "";
    }

    private static bool LocksRows(string text, List<SqlToken> tokens)
    {
        for (var i = 0; i + 1 < tokens.Count; i++)
        {
            if (!tokens[i].Is(text, "for"))
                continue;
            var next = tokens[i + 1];
            if (next.Is(text, "update") || next.Is(text, "share") || next.Is(text, "no") || next.Is(text, "key"))
                return true;
        }

        return false;
    }

    private static bool WritesInWith(string text, List<SqlToken> tokens)
    {
        for (var i = 1; i < tokens.Count; i++)
        {
            var token = tokens[i];
            if (
                tokens[i - 1].IsSymbol(text, '(')
                && (
                    token.Is(text, "insert")
                    || token.Is(text, "update")
                    || token.Is(text, "delete")
                    || token.Is(text, "merge")
                )
            )
                return true;
        }

        return false;
    }

    private static bool IsName(SqlToken token) =>
        token.Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName or SqlTokenKind.UnicodeName;
}

/// <summary>What the tokens of a statement's text tell about it.</summary>
internal sealed record StatementText
{
    public required string Text { get; init; }

    /// <summary>Statements in the text; a last semicolon does not begin another.</summary>
    public required int Statements { get; init; }

    /// <summary>True when a string, name or comment does not end, or a name is spelt with Unicode escapes or too long
    /// to be compared.</summary>
    public required bool IsUnreadable { get; init; }

    /// <summary>The first word in upper case, skipping parentheses; empty when there is none.</summary>
    public required string FirstWord { get; init; }

    /// <summary>The number of the last parameter, 0 without.</summary>
    public required int Parameters { get; init; }

    public required bool LocksRows { get; init; }
    public required bool WritesInWith { get; init; }
}
