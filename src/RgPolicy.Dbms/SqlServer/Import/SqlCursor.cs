using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Walks through the tokens of a T-SQL text.</summary>
internal sealed class SqlCursor(string text)
{
    private readonly ImmutableArray<TransactSqlToken> _tokens = TransactSqlTokens.Of(text);

    /// <summary>The number of the token that comes next.</summary>
    public int At { get; set; }

    /// <summary>The token that comes next.</summary>
    public TransactSqlToken Next => _tokens[At];

    /// <summary>The line of the token that comes next.</summary>
    public int Line => text.AsSpan(0, Next.Start).Count('\n') + 1;

    /// <summary>True where these words and signs come next.</summary>
    public bool IsAt(params string[] words)
    {
        for (var number = 0; number < words.Length; number++)
        {
            if (!_tokens[Math.Min(At + number, _tokens.Length - 1)].Is(words[number]))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Goes past them where they come next.</summary>
    public bool Take(params string[] words)
    {
        if (!IsAt(words))
        {
            return false;
        }

        At += words.Length;
        return true;
    }

    /// <summary>Goes past one token.</summary>
    public TransactSqlToken TakeAny() => _tokens[At < _tokens.Length - 1 ? At++ : At];

    /// <summary>The text from a token to the one that comes next, on one line.</summary>
    public string Since(int from) =>
        string.Join(
            ' ',
            text[_tokens[from].Start..(At > from ? _tokens[At - 1].End : Next.End)]
                .Split(default(char[]), StringSplitOptions.RemoveEmptyEntries)
        );
}
