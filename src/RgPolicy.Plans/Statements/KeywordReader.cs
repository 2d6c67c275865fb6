using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Sql;

namespace RgPolicy.Plans.Statements;

/// <summary>Reads the words and signs of a statement, as far as telling kinds of statements needs them. Any text is accepted:
/// what is not closed ends with the text.</summary>
internal sealed class KeywordReader(string sql, SqlDialect dialect)
{
    /// <summary>Words of other texts, too: every statement holds the same.</summary>
    private static readonly TextCache Words = new();

    // Some clients send a mark of the order of bytes, or an end of text.
    private readonly string _sql = sql.TrimStart('\uFEFF', '\0');
    private SqlLexer _lexer = new(sql.TrimStart('\uFEFF', '\0'), dialect);
    private int _depth;

    /// <summary>The next word or sign, or null at the end.</summary>
    public StatementWord? Next()
    {
        var token = _lexer.Next();
        return token.Kind switch
        {
            SqlTokenKind.End => null,
            SqlTokenKind.Broken when _sql[token.Start] == '/' => null,
            SqlTokenKind.Word => new(UpperCase(token.In(_sql)), _depth),
            SqlTokenKind.QuotedName or SqlTokenKind.UnicodeName => new("\"", _depth),
            SqlTokenKind.Operator or SqlTokenKind.Symbol => Sign(_sql[token.Start]),
            _ => new("'", _depth),
        };
    }

    /// <summary>The first word, past opening parentheses and stray semicolons; null where the text
    /// begins otherwise.</summary>
    public StatementWord? FirstWord()
    {
        var token = Next();
        while (token is { Word: "(" or ";" })
            token = Next();
        return token;
    }

    /// <summary>The next token at exactly this depth that is one of the words; null at the end of the
    /// statement.</summary>
    public StatementWord? Find(int depth, params string[] words)
    {
        while (Next() is { } token)
        {
            if (token.Depth < depth || (token.Word == ";" && token.Depth <= depth))
                return null;
            if (token.Depth == depth && words.Contains(token.Word, StringComparer.Ordinal))
                return token;
        }

        return null;
    }

    private StatementWord Sign(char sign)
    {
        var depth = _depth;
        if (sign == '(')
            _depth++;
        else if (sign == ')')
            depth = _depth = Math.Max(0, _depth - 1);
        return new(Words.Of([sign]), depth);
    }

    private static string UpperCase(ReadOnlySpan<char> word)
    {
        Span<char> letters = stackalloc char[TextCache.LongestText];
        return word.ToUpperInvariant(letters) is var length and >= 0
            ? Words.Of(letters[..length])
            : word.ToString().ToUpperInvariant();
    }
}

/// <summary>A word in upper case or a single sign of a statement's text.</summary>
/// <param name="Word">The word, or the sign, or <c>"</c> for a quoted name and <c>'</c> for a value.</param>
/// <param name="Depth">Open parentheses before it.</param>
internal readonly record struct StatementWord(string Word, int Depth);
