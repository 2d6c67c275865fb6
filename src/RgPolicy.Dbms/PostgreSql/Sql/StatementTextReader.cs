namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>Reads what the tokens of a statement tell; errs on the side of naming too much.</summary>
internal static class StatementTextReader
{
    private const int LongestName = 63;
    private static readonly string[] LocksAfterFor = ["update", "share", "no", "key"];
    private static readonly string[] Writes = ["insert", "update", "delete", "merge"];

    public static StatementText Read(string text)
    {
        var sql = new SqlText(text);
        return new StatementText
        {
            Text = text,
            Statements = sql.Statements().Count(),
            IsUnreadable = sql.Tokens.Exists(t => IsUnreadable(text, t)),
            FirstWord = FirstWord(sql),
            Parameters = Enumerable.Range(0, sql.Count).Max(at => sql.Parameter(at)) ?? 0,
            LocksRows = Exists(sql, at => sql.Is(at, "for") && LocksAfterFor.Any(word => sql.Is(at + 1, word))),
            WritesInWith = Exists(sql, at => sql.Is(at, '(') && Writes.Any(word => sql.Is(at + 1, word))),
        };
    }

    private static bool Exists(SqlText sql, Func<int, bool> isIt) => Enumerable.Range(0, sql.Count).Any(isIt);

    private static bool IsUnreadable(string text, SqlToken token) =>
        token.Kind is SqlTokenKind.Broken or SqlTokenKind.UnicodeName
        || IsUncertain(text, token)
        || (
            token.Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName
            && Encoding.UTF8.GetByteCount(token.In(text)) > LongestName
        );

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

    private static string FirstWord(SqlText sql)
    {
        var first = 0;
        while (sql.Is(first, '(') || sql.Is(first, ';'))
            first++;
        return sql.KindAt(first) == SqlTokenKind.Word ? sql.In(first).ToString().ToUpperInvariant() : "";
    }
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
