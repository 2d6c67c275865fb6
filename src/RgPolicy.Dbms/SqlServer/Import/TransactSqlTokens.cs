namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>The tokens of a T-SQL text with what they say.</summary>
internal static class TransactSqlTokens
{
    public static ImmutableArray<TransactSqlToken> Of(string text) =>
        [
            .. SqlLexer
                .Tokens(text, SqlDialect.TransactSql)
                .Select(token => new TransactSqlToken(
                    token.Kind == SqlTokenKind.Number ? SqlTokenKind.Word : token.Kind,
                    token.Unquoted(text),
                    token.Start,
                    token.End
                )),
            new TransactSqlToken(SqlTokenKind.End, "", text.Length, text.Length),
        ];
}

/// <param name="Kind">What it is.</param>
/// <param name="Text">A word or sign as it is written, a name without its quotes, a literal's text.</param>
/// <param name="Start">Where it begins.</param>
/// <param name="End">The place after it.</param>
internal readonly record struct TransactSqlToken(SqlTokenKind Kind, string Text, int Start, int End)
{
    public bool Is(string text) =>
        Kind is not (SqlTokenKind.Text or SqlTokenKind.QuotedName)
        && string.Equals(Text, text, StringComparison.OrdinalIgnoreCase);
}

internal sealed class SqlCursor(string text)
{
    private readonly ImmutableArray<TransactSqlToken> _tokens = TransactSqlTokens.Of(text);

    public int At { get; set; }

    public TransactSqlToken Next => _tokens[At];

    public int Line => text.AsSpan(0, Next.Start).Count('\n') + 1;

    /// <summary>True where these words and signs come next.</summary>
    public bool IsAt(params string[] words)
    {
        for (var number = 0; number < words.Length; number++)
        {
            if (!_tokens[Math.Min(At + number, _tokens.Length - 1)].Is(words[number]))
                return false;
        }

        return true;
    }

    /// <summary>Goes past them where they come next.</summary>
    public bool Take(params string[] words)
    {
        if (!IsAt(words))
            return false;
        At += words.Length;
        return true;
    }

    public TransactSqlToken TakeAny() => _tokens[At < _tokens.Length - 1 ? At++ : At];

    public string Since(int from) =>
        string.Join(
            ' ',
            text[_tokens[from].Start..(At > from ? _tokens[At - 1].End : Next.End)]
                .Split(default(char[]), StringSplitOptions.RemoveEmptyEntries)
        );
}
