namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>
/// Cuts the SQL of MySQL and MariaDB into tokens as their scanners do with the usual sql_mode. What stands in
/// <c>/*! ... */</c> and <c>/*M! ... */</c> is executed, so it counts as text. [MySQL manual, 9.1 Literal Values,
/// 9.7 Comments]
/// </summary>
internal sealed class MySqlLexer
{
    private readonly string _text;
    private readonly List<MySqlToken> _tokens = [];
    private int _at;

    private MySqlLexer(string text) => _text = text;

    /// <summary>All tokens.</summary>
    public static IReadOnlyList<MySqlToken> Tokens(string text)
    {
        var lexer = new MySqlLexer(text);
        while (lexer.SkipBlanks())
            lexer.TakeNext();
        return lexer._tokens;
    }

    private static bool IsNamePart(char c) => char.IsAsciiLetterOrDigit(c) || c is '_' or '$' or >= '\u0080';

    private char Peek(int ahead) => _at + ahead < _text.Length ? _text[_at + ahead] : '\0';

    private void Take(MySqlTokenKind kind, int end)
    {
        _tokens.Add(new MySqlToken(kind, _at, end));
        _at = end;
    }

    private void TakeNext()
    {
        var c = _text[_at];
        if (c is '\'' or '"' or '`')
            TakeQuoted(c);
        else if (char.IsAsciiDigit(c) || (c == '.' && char.IsAsciiDigit(Peek(1)) && !FollowsName()))
            Take(MySqlTokenKind.Number, NumberEnd());
        else if (IsNamePart(c))
            Take(MySqlTokenKind.Word, NameEnd(_at));
        else
            Take(c == '?' ? MySqlTokenKind.Parameter : MySqlTokenKind.Symbol, _at + 1);
    }

    // In t.1a the dot divides names.
    private bool FollowsName() =>
        _tokens.Count > 0
        && _tokens[^1] is { Kind: MySqlTokenKind.Word or MySqlTokenKind.QuotedName } last
        && last.End == _at;

    private int NameEnd(int from)
    {
        while (from < _text.Length && IsNamePart(_text[from]))
            from++;
        return from;
    }

    private int NumberEnd()
    {
        var end = NameEnd(_at);
        if (end < _text.Length && _text[end] == '.')
            end = NameEnd(end + 1);
        var isExponent = end > _at && _text[end - 1] is 'e' or 'E';
        return isExponent && end < _text.Length && _text[end] is '+' or '-' ? NameEnd(end + 1) : end;
    }

    private void TakeQuoted(char quote)
    {
        for (var i = _at + 1; i < _text.Length; i++)
        {
            if (_text[i] == '\\' && quote != '`')
                i++;
            else if (_text[i] == quote && i + 1 < _text.Length && _text[i + 1] == quote)
                i++;
            else if (_text[i] == quote)
            {
                Take(quote == '`' ? MySqlTokenKind.QuotedName : MySqlTokenKind.Text, i + 1);
                return;
            }
        }

        Take(MySqlTokenKind.Broken, _text.Length);
    }

    /// <summary>Skips blanks and comments; false at the end.</summary>
    private bool SkipBlanks()
    {
        while (_at < _text.Length)
        {
            var c = _text[_at];
            if (char.IsWhiteSpace(c) || c == '\0')
                _at++;
            else if (c == '#' || (c == '-' && Peek(1) == '-' && (_at + 2 >= _text.Length || Peek(2) <= ' ')))
                _at = LineEnd();
            else if (c == '*' && Peek(1) == '/')
                _at += 2; // the end of what is executed
            else if (c != '/' || Peek(1) != '*')
                return true;
            else
                SkipComment();
        }

        return false;
    }

    private int LineEnd()
    {
        var end = _text.AsSpan(_at).IndexOfAny('\n', '\r');
        return end < 0 ? _text.Length : _at + end;
    }

    private void SkipComment()
    {
        var mark = Peek(2) == 'M' ? 3 : 2;
        if (Peek(mark) == '!')
        {
            _at += mark + 1;
            while (char.IsAsciiDigit(Peek(0)))
                _at++;
            return;
        }

        var end = _text.IndexOf("*/", _at + 2, StringComparison.Ordinal);
        if (end < 0)
            Take(MySqlTokenKind.Broken, _text.Length);
        else
            _at = end + 2;
    }
}
