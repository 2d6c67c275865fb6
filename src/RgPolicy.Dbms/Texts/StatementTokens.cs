namespace RgPolicy.Dbms.Texts;

/// <summary>The tokens of a statement, and what stands at a place of them; past the last stands nothing.</summary>
internal readonly struct StatementTokens(string text, List<SqlToken> tokens)
{
    public int Count => tokens.Count;

    public SqlToken this[int at] => tokens[at];

    /// <summary>The value behind the name of its character set: <c>_utf8mb4'x'</c>, in digests <c>(_charset) ?</c>.</summary>
    public int BehindCharset(int at)
    {
        var isDigest = IsSymbol(at, '(') && IsSymbol(at + 2, ')') && IsCharset(at + 1);
        var value = isDigest ? at + 3 : at + 1;
        return (isDigest || IsCharset(at)) && value < tokens.Count && tokens[value].IsValue ? value : at;
    }

    private bool IsCharset(int at) => at < tokens.Count && IsName(at) && text[tokens[at].Start] == '_';

    /// <summary>Behind the types that a value is cast to.</summary>
    public int CastsEnd(int at)
    {
        while (IsSymbol(at, ':') && IsSymbol(at + 1, ':') && IsName(at + 2))
        {
            at += 3;
            while (IsSymbol(at, '.') && IsName(at + 1))
                at += 2;
            while (
                at < tokens.Count
                && tokens[at].Kind == SqlTokenKind.Word
                && StatementKeywords.Has(StatementKeywords.ContinuesType, tokens[at].In(text))
            )
                at++;
            if (IsSymbol(at, '(') && IsNumber(at + 1))
                at += IsSymbol(at + 2, ',') && IsNumber(at + 3) ? 5 : 3;
            while (IsSymbol(at, '[') && (IsSymbol(at + 1, ']') || IsNumber(at + 1)))
                at += IsSymbol(at + 1, ']') ? 2 : 3;
            at = Math.Min(at, tokens.Count);
        }

        return at;
    }

    public bool IsSymbol(int at, char symbol) => at < tokens.Count && tokens[at].IsSymbol(text, symbol);

    public bool IsWord(int at, string word) => at < tokens.Count && tokens[at].Is(text, word);

    public bool IsName(int at) => at < tokens.Count && tokens[at].Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName;

    public bool IsNumber(int at) => at < tokens.Count && tokens[at].Kind == SqlTokenKind.Number;
}
