namespace RgPolicy.Dbms.Texts;

/// <summary>Statements as they may be shown to people who may not see data: on one line, without comments, and with
/// <c>?</c> for every literal. Where the text is cut within a literal, or it cannot be told whether something is one,
/// it is hidden.</summary>
internal static class LiteralMask
{
    public static string Of(string text, string dbms)
    {
        var dialect = SqlDialects.Of(dbms);
        var shown = new StringBuilder(text.Length);
        var (end, wasHidden) = (0, false);
        var setting = new SettingValue(text, dialect);
        foreach (var token in SqlLexer.Tokens(text, dialect))
        {
            var goesOn = MayGoOn(text, token, dialect);
            var isBehind = token.Start > end && shown.Length > 0;
            if (isBehind)
                shown.Append(' ');
            // What an older or newer server reads as the rest of a number stands directly behind it.
            var isHidden =
                goesOn
                || IsLiteral(text, token, dialect)
                || setting.Holds(token)
                || (wasHidden && !isBehind && token.Kind == SqlTokenKind.Word);
            if (!isHidden)
                shown.Append(text, token.Start, token.Length);
            else if (isBehind || !wasHidden)
                shown.Append('?');
            if (goesOn)
                break;
            (end, wasHidden) = (token.End, isHidden);
        }

        return shown.ToString();
    }

    // In double quotes may be a literal too, where a session of SQL Server or MySQL has it so; a word of MySQL's that
    // begins with a digit may be a number of another server's.
    private static bool IsLiteral(string text, SqlToken token, SqlDialect dialect) =>
        token.Kind switch
        {
            SqlTokenKind.Text or SqlTokenKind.Number or SqlTokenKind.Broken => true,
            SqlTokenKind.QuotedName => dialect == SqlDialect.TransactSql && text[token.Start] == '"',
            SqlTokenKind.Word => char.IsAsciiDigit(text[token.Start]),
            _ => false,
        };

    /// <summary>Whether a literal may be longer than the server's usual settings make it: where a backslash before a
    /// quote escapes or not as the session has it, the literal may end elsewhere.</summary>
    internal static bool MayGoOn(string text, SqlToken token, SqlDialect dialect)
    {
        if (token.Kind != SqlTokenKind.Text || dialect == SqlDialect.TransactSql)
            return false;
        var literal = token.In(text);
        return literal[0] is not ('e' or 'E' or '$')
            && (
                literal.Contains(@"\'", StringComparison.Ordinal)
                || (dialect != SqlDialect.PostgreSql && literal.Contains("\\\"", StringComparison.Ordinal))
            );
    }

    /// <summary>PostgreSQL takes a setting's value without quotes: <c>SET app.token TO abc</c>.</summary>
    private struct SettingValue(string text, SqlDialect dialect)
    {
        private Place _place;

        private enum Place
        {
            Begin,
            Altered,
            Name,
            Value,
            Other,
        }

        /// <summary>Whether the next token is such a value, or a part of one.</summary>
        public bool Holds(SqlToken token)
        {
            if (dialect != SqlDialect.PostgreSql)
                return false;
            var isWord = token.Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName or SqlTokenKind.UnicodeName;
            var isValue = _place == Place.Value && isWord;
            if (token.IsSymbol(text, ';'))
                _place = Place.Begin;
            else if (_place is Place.Begin or Place.Altered && token.Is(text, "set"))
                _place = Place.Name;
            else if (_place == Place.Begin)
                _place = token.Is(text, "alter") ? Place.Altered : Place.Other;
            else if (_place == Place.Name && (token.Is(text, "to") || token.In(text) is "="))
                _place = Place.Value;
            return isValue;
        }
    }
}
