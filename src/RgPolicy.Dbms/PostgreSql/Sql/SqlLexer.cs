using System.Buffers;

namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>
/// Cuts PostgreSQL's SQL into tokens the way the server's own scanner does with
/// standard_conforming_strings = on, which every connection of RgPolicy sets. [PostgreSQL documentation, 4.1 Lexical
/// Structure; src/backend/parser/scan.l]
/// </summary>
internal ref struct SqlLexer(string text)
{
    private const string OperatorCharacters = "~!@#^&|`?+-*/%<>=";

    private static readonly SearchValues<char> MakesTrailingSignPossible = SearchValues.Create("~!@#^&|`?%");

    private int _at;

    /// <summary>All tokens, without the end.</summary>
    public static List<SqlToken> Tokens(string text)
    {
        var tokens = new List<SqlToken>();
        var lexer = new SqlLexer(text);
        for (var token = lexer.Next(); token.Kind != SqlTokenKind.End; token = lexer.Next())
            tokens.Add(token);
        return tokens;
    }

    /// <summary>The next token.</summary>
    public SqlToken Next()
    {
        if (!SkipBlanks())
            return Take(SqlTokenKind.Broken, text.Length);
        if (_at >= text.Length)
            return new SqlToken(SqlTokenKind.End, text.Length, 0);
        var c = text[_at];
        if (StringPrefix() is var (length, escapes, unicode) && length > 0)
            return Quoted(length, escapes, unicode);
        if (IsNameStart(c))
            return Take(SqlTokenKind.Word, NameEnd(_at));
        if (IsDigit(c) || (c == '.' && IsDigit(Peek(1))))
            return Take(SqlTokenKind.Number, NumberEnd());
        return c switch
        {
            '"' => Name(0, SqlTokenKind.QuotedName),
            '$' => Dollar(),
            _ => OperatorCharacters.Contains(c, StringComparison.Ordinal)
                ? Operator()
                : Take(SqlTokenKind.Symbol, _at + 1),
        };
    }

    /// <summary>True when a character can begin a name.</summary>
    public static bool IsNameStart(char c) => c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or '_' or >= '\u0080';

    private static bool IsDigit(char c) => c is >= '0' and <= '9';

    private static bool IsNamePart(char c) => IsNameStart(c) || IsDigit(c) || c == '$';

    private static bool IsBlank(char c) => c is ' ' or '\t' or '\n' or '\r' or '\f' or '\v';

    private readonly char Peek(int ahead) => _at + ahead < text.Length ? text[_at + ahead] : '\0';

    private SqlToken Take(SqlTokenKind kind, int end)
    {
        var token = new SqlToken(kind, Math.Min(_at, text.Length), Math.Max(0, end - _at));
        _at = end;
        return token;
    }

    /// <summary>Skips blanks and comments; false when a comment does not end.</summary>
    private bool SkipBlanks()
    {
        while (_at < text.Length)
        {
            if (IsBlank(text[_at]))
                _at++;
            else if (text[_at] == '-' && Peek(1) == '-')
                _at = LineEnd(_at);
            else if (text[_at] != '/' || Peek(1) != '*')
                return true;
            else if (CommentEnd() is var end && end >= 0)
                _at = end;
            else
                return false;
        }

        return true;
    }

    private readonly int LineEnd(int from)
    {
        var end = text.AsSpan(from).IndexOfAny('\n', '\r');
        return end < 0 ? text.Length : from + end;
    }

    private readonly int CommentEnd()
    {
        var depth = 0;
        for (var i = _at; i + 1 < text.Length; i++)
        {
            if (text[i] == '/' && text[i + 1] == '*')
                (depth, i) = (depth + 1, i + 1);
            else if (text[i] == '*' && text[i + 1] == '/')
                (depth, i) = (depth - 1, i + 1);
            if (depth == 0)
                return i + 1;
        }

        return -1;
    }

    /// <summary>The characters before a string's text (prefix and quote), 0 when there is none here.</summary>
    private readonly (int Length, bool Escapes, bool Unicode) StringPrefix() =>
        text[_at] switch
        {
            '\'' => (1, false, false),
            'e' or 'E' when Peek(1) == '\'' => (2, true, false),
            'b' or 'B' or 'x' or 'X' or 'n' or 'N' when Peek(1) == '\'' => (2, false, false),
            'u' or 'U' when Peek(1) == '&' && Peek(2) == '\'' => (3, false, false),
            'u' or 'U' when Peek(1) == '&' && Peek(2) == '"' => (3, false, true),
            _ => (0, false, false),
        };

    private SqlToken Quoted(int prefix, bool escapes, bool unicodeName)
    {
        if (unicodeName)
            return Name(2, SqlTokenKind.UnicodeName);
        var i = _at + prefix;
        while (i < text.Length)
        {
            if (escapes && text[i] == '\\')
                i += 2;
            else if (text[i] != '\'')
                i++;
            else if (i + 1 < text.Length && text[i + 1] == '\'')
                i += 2;
            else if (Continuation(i + 1) is var next && next >= 0)
                i = next;
            else
                return Take(SqlTokenKind.Text, i + 1);
        }

        return Take(SqlTokenKind.Broken, text.Length);
    }

    /// <summary>A string goes on behind a line's end; gives the place behind the new quote, or -1.</summary>
    private readonly int Continuation(int from)
    {
        var line = false;
        for (var i = from; i < text.Length; i++)
        {
            if (text[i] == '\'')
                return line ? i + 1 : -1;
            if (text[i] is '\n' or '\r')
                line = true;
            else if (text[i] == '-' && i + 1 < text.Length && text[i + 1] == '-')
                i = LineEnd(i) - 1;
            else if (!IsBlank(text[i]))
                return -1;
        }

        return -1;
    }

    private SqlToken Name(int prefix, SqlTokenKind kind)
    {
        for (var i = _at + prefix + 1; i < text.Length; i++)
        {
            if (text[i] != '"')
                continue;
            if (i + 1 >= text.Length || text[i + 1] != '"')
                return Take(kind, i + 1);
            i++;
        }

        return Take(SqlTokenKind.Broken, text.Length);
    }

    private readonly int NameEnd(int from)
    {
        var i = from;
        while (i < text.Length && IsNamePart(text[i]))
            i++;
        return i;
    }

    private readonly int NumberEnd()
    {
        var i = _at;
        while (i < text.Length && IsDigit(text[i]))
            i++;
        if (i + 1 < text.Length && text[i] == '.' && text[i + 1] == '.')
            return i;
        if (i < text.Length && text[i] == '.')
            for (i++; i < text.Length && IsDigit(text[i]); )
                i++;
        if (i >= text.Length || text[i] is not ('e' or 'E'))
            return i;
        var exponent = i + 1 < text.Length && text[i + 1] is '+' or '-' ? i + 2 : i + 1;
        if (exponent >= text.Length || !IsDigit(text[exponent]))
            return i;
        for (i = exponent; i < text.Length && IsDigit(text[i]); )
            i++;
        return i;
    }

    private SqlToken Dollar()
    {
        if (IsDigit(Peek(1)))
        {
            var end = _at + 1;
            while (end < text.Length && IsDigit(text[end]))
                end++;
            return Take(SqlTokenKind.Parameter, end);
        }

        var tagEnd = _at + 1;
        if (tagEnd < text.Length && IsNameStart(text[tagEnd]))
            while (tagEnd < text.Length && (IsNameStart(text[tagEnd]) || IsDigit(text[tagEnd])))
                tagEnd++;
        if (tagEnd >= text.Length || text[tagEnd] != '$')
            return Take(SqlTokenKind.Symbol, _at + 1);
        var tag = text.AsSpan(_at, tagEnd + 1 - _at);
        var close = text.AsSpan(tagEnd + 1).IndexOf(tag, StringComparison.Ordinal);
        return close < 0
            ? Take(SqlTokenKind.Broken, text.Length)
            : Take(SqlTokenKind.Text, tagEnd + 1 + close + tag.Length);
    }

    private SqlToken Operator()
    {
        var end = _at;
        while (
            end < text.Length
            && OperatorCharacters.Contains(text[end], StringComparison.Ordinal)
            && (end == _at || !BeginsComment(end))
        )
            end++;
        var run = text.AsSpan(_at, end - _at);
        while (run.Length > 1 && run[^1] is ('+' or '-') && run.IndexOfAny(MakesTrailingSignPossible) < 0)
            run = run[..^1];
        return Take(SqlTokenKind.Operator, _at + run.Length);
    }

    private readonly bool BeginsComment(int at) =>
        at + 1 < text.Length && (text[at], text[at + 1]) is ('-', '-') or ('/', '*');
}
