using System.Buffers;

namespace RgPolicy.Plans.Sql;

/// <summary>
/// Cuts SQL into tokens the way a server's own scanner does. Strangers write the texts: any is accepted, each character
/// is looked at a bounded number of times, and nothing is called deeper for how a text is nested. [PostgreSQL
/// documentation, 4.1 Lexical Structure; MySQL manual, 9.1 Literal Values, 9.7 Comments; Transact-SQL reference, Constants]
/// </summary>
internal struct SqlLexer(string text, SqlDialect dialect = SqlDialect.PostgreSql)
{
    private const string OperatorCharacters = "~!@#^&|`?+-*/%<>=";

    // Comments for servers that are newer than any there is are never executed.
    private const int NewestMySql = 99_000;
    private const int FirstForMySqlAlone = 50_700;
    private const int FirstOfMariaDb = 100_000;

    private static readonly SearchValues<char> MakesTrailingSignPossible = SearchValues.Create("~!@#^&|`?%");
    private static readonly SearchValues<char> HexDigits = SearchValues.Create("0123456789abcdefABCDEF");
    private static readonly SearchValues<char> OctalDigits = SearchValues.Create("01234567");
    private static readonly SearchValues<char> BinaryDigits = SearchValues.Create("01");
    private static readonly SearchValues<char> Digits = SearchValues.Create("0123456789");

    private int _at;
    private int _nameEnd = -1;
    private int _signsEnd;
    private bool _isExecuted;

    /// <summary>All tokens, without the end.</summary>
    public static List<SqlToken> Tokens(string text, SqlDialect dialect = SqlDialect.PostgreSql)
    {
        var tokens = new List<SqlToken>();
        var lexer = new SqlLexer(text, dialect);
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
        if (PrefixLength() is var prefix && Peek(prefix) == '\'')
            return Quoted(prefix, '\'', Escapes(prefix), SqlTokenKind.Text);
        if (prefix == 2)
            return Quoted(prefix, '"', escapes: false, SqlTokenKind.UnicodeName);
        if (NumberEnd() is var end && end > _at)
            return Take(SqlTokenKind.Number, end);
        if (c == '$' && Has(SqlDialect.Dollars))
            return Dollar();
        if (BeginsName(c))
            return TakeName(SqlTokenKind.Word, NameEnd(_at));
        return Sign(c);
    }

    /// <summary>True when a character can begin a name of every server.</summary>
    public static bool IsNameStart(char c) => char.IsAsciiLetter(c) || c is '_' or >= '\u0080';

    private SqlToken Sign(char c) =>
        c switch
        {
            '"' when Has(SqlDialect.DoubleQuotedTexts) => Quoted(0, c, escapes: true, SqlTokenKind.Text),
            '"' => Quoted(0, c, escapes: false, SqlTokenKind.QuotedName),
            '`' when Has(SqlDialect.Backticks) => Quoted(0, c, escapes: false, SqlTokenKind.QuotedName),
            '[' when Has(SqlDialect.Brackets) => Quoted(0, ']', escapes: false, SqlTokenKind.QuotedName),
            '?' when Has(SqlDialect.QuestionMarks) => Take(SqlTokenKind.Parameter, _at + 1),
            '<' or '>' or '!' when Has(SqlDialect.Brackets) => Comparison(),
            _ when Has(SqlDialect.Operators) && IsOperatorPart(c) => Operator(),
            _ => Take(SqlTokenKind.Symbol, _at + 1),
        };

    private readonly bool Has(SqlDialect any) => (dialect & any) != SqlDialect.None;

    private readonly bool BeginsName(char c) =>
        Has(SqlDialect.DigitNames | SqlDialect.TransactSqlNames) ? IsNamePart(c) : IsNameStart(c);

    private readonly bool IsNamePart(char c) =>
        Has(SqlDialect.TransactSqlNames)
            ? char.IsLetterOrDigit(c) || c is '_' or '@' or '#' or '$'
            : IsNameStart(c) || char.IsAsciiDigit(c) || c == '$';

    private static bool IsOperatorPart(char c) => OperatorCharacters.Contains(c, StringComparison.Ordinal);

    private readonly bool IsBlank(char c) =>
        c is ' ' or '\t' or '\n' or '\r' or '\f' or '\v'
        || (c == '\0' && Has(SqlDialect.HashComments))
        || (Has(SqlDialect.TransactSqlNames) && char.IsWhiteSpace(c));

    private readonly char Peek(int ahead) => _at + ahead < text.Length ? text[_at + ahead] : '\0';

    private SqlToken Take(SqlTokenKind kind, int end)
    {
        var token = new SqlToken(kind, Math.Min(_at, text.Length), Math.Max(0, end - _at));
        _at = end;
        return token;
    }

    private SqlToken TakeName(SqlTokenKind kind, int end)
    {
        _nameEnd = end;
        return Take(kind, end);
    }

    /// <summary>Skips blanks and comments; false when a comment does not end.</summary>
    private bool SkipBlanks()
    {
        while (_at < text.Length)
        {
            var c = text[_at];
            if (IsBlank(c))
                _at++;
            else if (BeginsLineComment(c))
                _at = LineEnd(_at);
            else if (_isExecuted && c == '*' && Peek(1) == '/')
                (_at, _isExecuted) = (_at + 2, false);
            else if (c != '/' || Peek(1) != '*')
                return true;
            else if (CodeOfComment() is { } code)
                (_at, _isExecuted) = (code, true);
            else if (CommentEnd() is var end && end >= 0)
                _at = end;
            else
                return false;
        }

        return true;
    }

    private readonly bool BeginsLineComment(char c) =>
        Has(SqlDialect.HashComments)
            ? c == '#' || (c == '-' && Peek(1) == '-' && (Peek(2) <= ' ' || Peek(2) == '\u007f'))
            : c == '-' && Peek(1) == '-';

    private readonly int LineEnd(int from)
    {
        var rest = text.AsSpan(from);
        var end = Has(SqlDialect.Dollars) ? rest.IndexOfAny('\n', '\r') : rest.IndexOf('\n');
        return end < 0 ? text.Length : from + end;
    }

    /// <summary>Where the code begins in a comment that the server executes; null for any other.</summary>
    private readonly int? CodeOfComment()
    {
        if (!Has(SqlDialect.ExecutedComments))
            return null;
        var isMariaDbs = Peek(2) == 'M' && Has(SqlDialect.MariaDbComments);
        var mark = isMariaDbs ? 3 : 2;
        if (Peek(mark) != '!')
            return null;
        var (from, digits) = (_at + mark + 1, 0);
        while (digits < 6 && from + digits < text.Length && char.IsAsciiDigit(text[from + digits]))
            digits++;
        if (digits < 5)
            return from;
        var version = int.Parse(text.AsSpan(from, digits), NumberStyles.None, CultureInfo.InvariantCulture);
        return IsExecuted(version, isMariaDbs) ? from + digits : null;
    }

    private readonly bool IsExecuted(int version, bool isMariaDbs) =>
        isMariaDbs || Has(SqlDialect.EveryComment) ? true
        : !Has(SqlDialect.MariaDbComments) ? version < NewestMySql
        : version is < FirstForMySqlAlone or >= FirstOfMariaDb;

    private readonly int CommentEnd()
    {
        if (!Has(SqlDialect.NestedComments))
            return text.IndexOf("*/", _at + 2, StringComparison.Ordinal) is var end && end < 0 ? -1 : end + 2;
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

    /// <summary>The letters that belong to the quote behind them.</summary>
    private readonly int PrefixLength() =>
        (text[_at], Peek(1)) switch
        {
            ('n' or 'N', '\'') => 1,
            ('b' or 'B' or 'x' or 'X', '\'') when !Has(SqlDialect.TransactSqlNames) => 1,
            ('e' or 'E', '\'') when Has(SqlDialect.EscapePrefixes) => 1,
            ('u' or 'U', '&') when Has(SqlDialect.EscapePrefixes) && Peek(2) is '\'' or '"' => 2,
            _ => 0,
        };

    private readonly bool Escapes(int prefix) =>
        Has(SqlDialect.Backslashes) || (prefix == 1 && text[_at] is 'e' or 'E');

    private SqlToken Quoted(int prefix, char close, bool escapes, SqlTokenKind kind)
    {
        var i = _at + prefix + 1;
        while (i < text.Length)
        {
            if (escapes && text[i] == '\\')
                i += 2;
            else if (text[i] != close)
                i++;
            else if (i + 1 < text.Length && text[i + 1] == close)
                i += 2;
            else if (kind == SqlTokenKind.Text && Continuation(i + 1) is var next && next >= 0)
                i = next;
            else
                return kind == SqlTokenKind.Text ? Take(kind, i + 1) : TakeName(kind, i + 1);
        }

        return Take(SqlTokenKind.Broken, text.Length);
    }

    /// <summary>A text goes on behind a line's end; gives the place behind the new quote, or -1.</summary>
    private readonly int Continuation(int from)
    {
        if (!Has(SqlDialect.ContinuedTexts))
            return -1;
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

    private readonly int NameEnd(int from)
    {
        while (from < text.Length && IsNamePart(text[from]))
            from++;
        return from;
    }

    /// <summary>Where a number ends that begins here; its beginning where none does.</summary>
    private readonly int NumberEnd()
    {
        var c = text[_at];
        if (c == '$' && Has(SqlDialect.TransactSqlNames) && (char.IsAsciiDigit(Peek(1)) || Peek(1) == '.'))
            return Decimal(_at + 1);
        // In t.1a of MySQL the dot divides names.
        if (c == '.' && Has(SqlDialect.DigitNames) && _nameEnd == _at)
            return _at;
        if (!char.IsAsciiDigit(c) && !(c == '.' && char.IsAsciiDigit(Peek(1))))
            return _at;
        var end = c == '0' && OtherBase() is var other && other > 0 ? other : Decimal(_at);
        return IsDigitName(end) ? _at : end;
    }

    // Without a dot or an exponent, letters behind the digits make a name of MySQL's.
    private readonly bool IsDigitName(int end) =>
        Has(SqlDialect.DigitNames)
        && end < text.Length
        && IsNamePart(text[end])
        && !text.AsSpan(_at, end - _at).ContainsAny('.', '+', '-');

    private readonly int OtherBase()
    {
        var isAnyForm = Has(SqlDialect.NumberForms);
        var digits = Peek(1) switch
        {
            'x' => HexDigits,
            'X' when !Has(SqlDialect.DigitNames) => HexDigits,
            'b' when !Has(SqlDialect.TransactSqlNames) => BinaryDigits,
            'B' or 'o' or 'O' when isAnyForm => Peek(1) == 'B' ? BinaryDigits : OctalDigits,
            _ => null,
        };
        if (digits is null)
            return 0;
        var end = Run(_at + 2, digits, mayBeginWithUnderscore: true);
        return end > _at + 2 || Has(SqlDialect.TransactSqlNames) ? end : 0;
    }

    private readonly int Decimal(int from)
    {
        var end = Run(from, Digits, mayBeginWithUnderscore: false);
        if (end + 1 < text.Length && text[end] == '.' && text[end + 1] == '.')
            return end;
        if (end < text.Length && text[end] == '.')
            end = Run(end + 1, Digits, mayBeginWithUnderscore: false);
        if (end >= text.Length || text[end] is not ('e' or 'E'))
            return end;
        var exponent = end + 1 < text.Length && text[end + 1] is '+' or '-' ? end + 2 : end + 1;
        return exponent < text.Length && char.IsAsciiDigit(text[exponent])
            ? Run(exponent, Digits, mayBeginWithUnderscore: false)
            : end;
    }

    /// <summary>Behind the digits, with an underscore between two of them where numbers may have some.</summary>
    private readonly int Run(int from, SearchValues<char> digits, bool mayBeginWithUnderscore)
    {
        var end = from;
        while (end < text.Length)
        {
            if (digits.Contains(text[end]))
                end++;
            else if (end > from && LineContinues(end) is var next && next > end)
                end = next;
            else if (
                text[end] == '_'
                && Has(SqlDialect.NumberForms)
                && (end > from || mayBeginWithUnderscore)
                && end + 1 < text.Length
                && digits.Contains(text[end + 1])
            )
                end += 2;
            else
                break;
        }

        return end;
    }

    /// <summary>A backslash before a line's end lets a constant of Transact-SQL go on behind it.</summary>
    private readonly int LineContinues(int at) =>
        !Has(SqlDialect.TransactSqlNames) || text[at] != '\\' ? at
        : text.AsSpan(at + 1).StartsWith("\n", StringComparison.Ordinal) ? at + 2
        : text.AsSpan(at + 1).StartsWith("\r\n", StringComparison.Ordinal) ? at + 3
        : at;

    private SqlToken Dollar()
    {
        if (char.IsAsciiDigit(Peek(1)))
        {
            var end = _at + 1;
            while (end < text.Length && char.IsAsciiDigit(text[end]))
                end++;
            return Take(SqlTokenKind.Parameter, end);
        }

        var tagEnd = _at + 1;
        if (tagEnd < text.Length && IsNameStart(text[tagEnd]))
            while (tagEnd < text.Length && (IsNameStart(text[tagEnd]) || char.IsAsciiDigit(text[tagEnd])))
                tagEnd++;
        if (tagEnd >= text.Length || text[tagEnd] != '$')
            return Take(SqlTokenKind.Symbol, _at + 1);
        var tag = text.AsSpan(_at, tagEnd + 1 - _at);
        var close = text.AsSpan(tagEnd + 1).IndexOf(tag, StringComparison.Ordinal);
        return close < 0
            ? Take(SqlTokenKind.Broken, text.Length)
            : Take(SqlTokenKind.Text, tagEnd + 1 + close + tag.Length);
    }

    private SqlToken Comparison() =>
        (text[_at], Peek(1)) is ('<', '>' or '=') or ('>', '=') or ('!', '=' or '<' or '>')
            ? Take(SqlTokenKind.Operator, _at + 2)
            : Take(SqlTokenKind.Symbol, _at + 1);

    /// <summary>As long as it can be, but a sign at its end belongs to what follows, unless one of the characters that
    /// names no sign is in it. Signs that were found so are not looked at again.</summary>
    private SqlToken Operator()
    {
        if (_at < _signsEnd)
            return Take(SqlTokenKind.Operator, _at + 1);
        var end = _at;
        while (end < text.Length && IsOperatorPart(text[end]) && (end == _at || !BeginsComment(end)))
            end++;
        var run = text.AsSpan(_at, end - _at);
        if (run.IndexOfAny(MakesTrailingSignPossible) >= 0)
            return Take(SqlTokenKind.Operator, end);
        _signsEnd = end;
        return Take(SqlTokenKind.Operator, _at + Math.Max(1, run.TrimEnd("+-").Length));
    }

    private readonly bool BeginsComment(int at) =>
        at + 1 < text.Length && (text[at], text[at + 1]) is ('-', '-') or ('/', '*');
}
