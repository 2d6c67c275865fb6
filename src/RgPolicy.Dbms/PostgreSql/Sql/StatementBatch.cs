namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The statements of a text that holds several.</summary>
internal static class StatementBatch
{
    /// <summary>Cuts at each semicolon, without those; empty statements are none. A body with semicolons of its own
    /// (BEGIN ATOMIC, CREATE RULE) is cut as well: no piece of it is a statement then.</summary>
    public static IReadOnlyList<string> Cut(string text) => [.. Places(text).Select(place => text[place])];

    public static IReadOnlyList<Range> Places(string text)
    {
        var statements = new List<Range>();
        SqlToken? first = null;
        var end = 0;
        foreach (var token in SqlLexer.Tokens(text))
        {
            if (token.IsSymbol(text, ';'))
                Close();
            else
                (first, end) = (first ?? token, token.End);
        }

        Close();
        return statements;

        void Close()
        {
            if (first is { } begin)
                statements.Add(begin.Start..end);
            first = null;
        }
    }
}
