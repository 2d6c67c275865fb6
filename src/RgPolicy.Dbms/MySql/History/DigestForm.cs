namespace RgPolicy.Dbms.MySql.History;

/// <summary>The form in which a statement and the server's digest of it are the same text. The server tells the digest
/// of a statement only when it has ended, and how it is computed differs between versions; its text is told by all.
/// [MySQL manual, 29.10 Performance Schema Statement Digests and Sampling]</summary>
internal static class DigestForm
{
    private const string Cut = "...";

    /// <summary>Of a statement's text, or of the server's text of its digest; null for one that the server
    /// cut.</summary>
    public static string? Of(string text)
    {
        var tokens = SqlLexer.Tokens(text, SqlDialect.AnyMySql);
        var form = new StringBuilder(text.Length);
        for (var i = 0; i < tokens.Count; i++)
        {
            if (IsDots(text, tokens, i))
            {
                if (i + Cut.Length == tokens.Count && !IsList(text, tokens, i))
                    return null;
                AppendValue(form);
                i += Cut.Length - 1;
            }
            else
            {
                Append(form, text, tokens[i]);
            }
        }

        while (EndsWith(form, " ;"))
            form.Length -= " ;".Length;
        return form.ToString();
    }

    // A list of values, in the server's text.
    private static bool IsDots(string text, List<SqlToken> tokens, int at) =>
        at + Cut.Length <= tokens.Count
        && tokens[at].IsSymbol(text, '.')
        && tokens[at + 1].IsSymbol(text, '.')
        && tokens[at + 2].IsSymbol(text, '.');

    // Of a list the server writes the dots behind "?, ", where it cuts it writes them behind " , ".
    private static bool IsList(string text, List<SqlToken> tokens, int dots) =>
        dots >= 2 && tokens[dots - 1].IsSymbol(text, ',') && tokens[dots - 2].End == tokens[dots - 1].Start;

    private static void Append(StringBuilder form, string text, SqlToken token)
    {
        switch (token.Kind)
        {
            case SqlTokenKind.Text or SqlTokenKind.Number or SqlTokenKind.Parameter:
            case SqlTokenKind.Word when token.Is(text, "null"):
                AppendValue(form);
                break;
            case SqlTokenKind.Word when text[token.Start] == '_' && IsQuoteBehind(text, token):
                Blank(form).Append("( _charset )");
                break;
            case SqlTokenKind.Word or SqlTokenKind.QuotedName when IsVariable(form):
                Blank(form).Append('?');
                break;
            case SqlTokenKind.Word or SqlTokenKind.QuotedName:
                Blank(form).Append(MySqlSynonyms.Of(token.In(text).Trim('`').ToString().ToLowerInvariant()));
                break;
            default:
                AppendSymbol(form, text, token);
                break;
        }
    }

    // The server writes the same for every _utf8mb4'x'.
    private static bool IsQuoteBehind(string text, SqlToken token) =>
        text.AsSpan(token.End).TrimStart()
            is ['\'' or '"', ..]
                or ['x' or 'X' or 'b' or 'B', '\'', ..]
                or ['0', 'x', ..];

    // The name of a user's variable counts as a value.
    private static bool IsVariable(StringBuilder form) => EndsWith(form, "@") && !EndsWith(form, "@ @");

    /// <summary>A sign in front belongs to the value; a list of values counts as one.</summary>
    private static void AppendValue(StringBuilder form)
    {
        if (EndsWith(form, " -") || EndsWith(form, " +"))
            form.Length -= " -".Length;
        if (EndsWith(form, "? ,"))
            form.Length -= " ,".Length;
        else if (!EndsWith(form, "?"))
            Blank(form).Append('?');
    }

    /// <summary>Rows of VALUES count as one, and of the two ways to write "not equal" the server knows one.</summary>
    private static void AppendSymbol(StringBuilder form, string text, SqlToken token)
    {
        if (token.IsSymbol(text, ')') && EndsWith(form, "( ? ) , ( ?"))
            form.Length -= " , ( ?".Length;
        else if (token.IsSymbol(text, '>') && EndsWith(form, " <"))
            form.Remove(form.Length - 1, 1).Append("! =");
        else
            Blank(form).Append(token.In(text));
    }

    private static StringBuilder Blank(StringBuilder form) => form.Length > 0 ? form.Append(' ') : form;

    private static bool EndsWith(StringBuilder form, string end)
    {
        if (form.Length < end.Length)
            return false;
        for (var i = 0; i < end.Length; i++)
            if (form[form.Length - end.Length + i] != end[i])
                return false;
        return true;
    }
}
