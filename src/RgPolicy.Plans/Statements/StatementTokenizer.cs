using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Statements;

/// <summary>
/// Cuts PostgreSQL's SQL into words and signs, as far as telling kinds of statements needs it. Any text
/// is accepted: what is not closed ends with the text.
/// </summary>
internal sealed class StatementTokenizer(string sql)
{
    /// <summary>Words of other texts, too: every statement holds the same.</summary>
    private static readonly TextCache Words = new();

    private int _at;
    private int _depth;

    /// <summary>The next word or sign, or null at the end.</summary>
    public StatementWord? Next()
    {
        SkipBlanks();
        if (_at >= sql.Length)
            return null;
        var letter = sql[_at];
        if (IsPrefixedString(letter))
            return String(_at + 1, escapes: letter is 'e' or 'E');
        if (char.IsLetter(letter) || letter == '_')
            return Word();
        return letter switch
        {
            '\'' => String(_at, escapes: false),
            '"' => Quoted(),
            '$' => Dollar(),
            '(' => new("(", AdvanceInto(_depth++)),
            ')' => new(")", AdvanceInto(_depth = Math.Max(0, _depth - 1))),
            _ => new(Words.Of([letter]), AdvanceInto(_depth)),
        };
    }

    private int AdvanceInto(int depth)
    {
        _at++;
        return depth;
    }

    private bool IsPrefixedString(char letter) =>
        letter is 'e' or 'E' or 'b' or 'B' or 'x' or 'X' or 'n' or 'N' && _at + 1 < sql.Length && sql[_at + 1] == '\'';

    private StatementWord Word()
    {
        var start = _at;
        while (_at < sql.Length && (char.IsLetterOrDigit(sql[_at]) || sql[_at] is '_' or '$'))
            _at++;
        return new(UpperCase(sql.AsSpan(start, _at - start)), _depth);
    }

    private static string UpperCase(ReadOnlySpan<char> word)
    {
        Span<char> letters = stackalloc char[TextCache.LongestText];
        return word.ToUpperInvariant(letters) is var length and >= 0
            ? Words.Of(letters[..length])
            : word.ToString().ToUpperInvariant();
    }

    private StatementWord String(int quote, bool escapes)
    {
        _at = quote + 1;
        while (_at < sql.Length)
        {
            if (escapes && sql[_at] == '\\')
                _at++;
            else if (sql[_at] == '\'' && !IsDoubled('\''))
                break;
            _at++;
        }

        _at++;
        return new("'", _depth);
    }

    private StatementWord Quoted()
    {
        _at++;
        while (_at < sql.Length && (sql[_at] != '"' || IsDoubled('"')))
            _at++;
        _at++;
        return new("\"", _depth);
    }

    /// <summary>Steps over the first of two quotes that stand for one.</summary>
    private bool IsDoubled(char quote)
    {
        if (_at + 1 >= sql.Length || sql[_at + 1] != quote)
            return false;
        _at++;
        return true;
    }

    /// <summary>A dollar-quoted string, or the sign alone, as in a parameter.</summary>
    private StatementWord Dollar()
    {
        var end = _at + 1;
        while (end < sql.Length && (char.IsLetterOrDigit(sql[end]) || sql[end] == '_'))
            end++;
        var isTag = end < sql.Length && sql[end] == '$' && (end == _at + 1 || !char.IsDigit(sql[_at + 1]));
        if (!isTag)
            return new("$", AdvanceInto(_depth));
        var tag = sql[_at..(end + 1)];
        var close = sql.IndexOf(tag, end + 1, StringComparison.Ordinal);
        _at = close < 0 ? sql.Length : close + tag.Length;
        return new("'", _depth);
    }

    private void SkipBlanks()
    {
        while (_at < sql.Length)
        {
            if (char.IsWhiteSpace(sql[_at]) || sql[_at] is '\uFEFF' or '\0')
                _at++;
            else if (Starts("--"))
                SkipLine();
            else if (Starts("/*"))
                SkipComment();
            else
                return;
        }
    }

    private bool Starts(string sign) => string.CompareOrdinal(sql, _at, sign, 0, sign.Length) == 0;

    private void SkipLine()
    {
        var end = sql.AsSpan(_at).IndexOfAny('\n', '\r');
        _at = end < 0 ? sql.Length : _at + end + 1;
    }

    /// <summary>Comments nest in PostgreSQL.</summary>
    private void SkipComment()
    {
        var nesting = 0;
        while (_at < sql.Length)
        {
            if (Starts("/*"))
            {
                nesting++;
                _at += 2;
            }
            else if (Starts("*/"))
            {
                _at += 2;
                if (--nesting == 0)
                    return;
            }
            else
            {
                _at++;
            }
        }
    }
}
