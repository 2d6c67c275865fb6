using System.Security.Cryptography;

namespace RgPolicy.Dbms.Texts;

/// <summary>A statement without what differs from execution to execution: no comments, single blanks, words in small
/// letters, and <c>?</c> for every literal and parameter with its sign. However many values or rows of them a list has,
/// it counts as one; what is cut off within a literal counts as a literal. As PostgreSQL's own ids do, it tells apart
/// how many columns a SELECT and arguments a function has, and which column ORDER BY 2 and GROUP BY 2 name; MySQL's
/// digests do not.</summary>
/// <remarks>Whether a text in double quotes is a name is the session's setting in MySQL. It is taken for one: two texts
/// that differ in nothing else are told apart rather than two tables taken for one.</remarks>
internal sealed class StatementForm
{
    // A longer element of a list is not compared with the one before it, so that no text is read more than so often.
    private const int LongestElement = 256;

    // A blank in front of each letter; "std" becomes "stddev_pop".
    private const int SpaceForLetter = 4;

    private readonly string _text;
    private readonly SqlDialect _dialect;
    private readonly StatementTokens _tokens;
    private readonly char[] _form;
    private readonly List<(int Start, Part Part)> _parts = [];
    private readonly List<Level> _levels;
    private int _length;

    private StatementForm(string text, SqlDialect dialect, List<SqlToken> tokens)
    {
        (_text, _dialect, _tokens) = (text, dialect, new(text, tokens));
        _form = new char[(SpaceForLetter * text.Length) + 16];
        _levels = [new Level(-1, -1, IsMySql(dialect) ? Content.Values : Content.Any)];
    }

    private enum Part
    {
        Word,
        Operand,
        Value,
        Operator,
        Comma,
        Open,
        Close,
    }

    /// <summary>What stands between brackets, or outside of all.</summary>
    private enum Content
    {
        Any,

        /// <summary>Columns to group or order by; a number is the place of one.</summary>
        Columns,

        Rows,

        /// <summary>Values, of which there may be any number.</summary>
        Values,
    }

    public static string Of(string text, SqlDialect dialect) => Of(text, dialect, SqlLexer.Tokens(text, dialect));

    /// <summary>A letter for the server and sixteen hexadecimal digits, the same for texts of the same form.</summary>
    public static string Fingerprint(string text, SqlDialect dialect, List<SqlToken> tokens)
    {
        Span<byte> hash = stackalloc byte[32];
        SHA256.HashData(Encoding.UTF8.GetBytes(Of(text, dialect, tokens)), hash);
        return (IsMySql(dialect) ? "m" : "t") + Convert.ToHexString(hash[..8]).ToLowerInvariant();
    }

    /// <summary>The same, of a text whose tokens nothing else needs.</summary>
    public static string Fingerprint(string text, SqlDialect dialect) =>
        Fingerprint(text, dialect, SqlLexer.Tokens(text, dialect));

    private static bool IsMySql(SqlDialect dialect) => (dialect & SqlDialect.Backticks) != SqlDialect.None;

    private static string Of(string text, SqlDialect dialect, List<SqlToken> tokens) =>
        new StatementForm(text, dialect, tokens).Write();

    private string Write()
    {
        for (var at = First(0); at < _tokens.Count; at = First(at + 1))
            at =
                MySqlValueEnd(at) is { } end ? Math.Max(end, AddValue(at))
                : IsValue(at) ? AddValue(at)
                : AddOther(at);
        EndElement();
        EndCut();
        EndList();
        while (_parts.Count > 0 && TextOf(_parts.Count - 1) is ";")
            Remove(_parts.Count - 1);
        return new string(_form, 0, _length);
    }

    /// <summary>The token at that place, or the value behind the name of its character set.</summary>
    private int First(int at) => IsMySql(_dialect) ? _tokens.BehindCharset(at) : at;

    private bool IsValue(int at)
    {
        var token = _tokens[at];
        if (token.Kind == SqlTokenKind.Broken)
            return _text[token.Start] is not ('/' or '`' or '[') && (_text[token.Start] != '"' || IsMySql(_dialect));
        if (token.IsValue)
            return !IsDoubleQuoted(token);
        if (token.Is(_text, "null") || token.Is(_text, "true") || token.Is(_text, "false"))
            return BeginsValue(_parts.Count - 1);
        return token.Is(_text, "default")
            && PartAt(_parts.Count - 1) is Part.Comma or Part.Open
            && at + 1 < _tokens.Count
            && (_tokens[at + 1].IsSymbol(_text, ',') || _tokens[at + 1].IsSymbol(_text, ')'));
    }

    /// <summary>The last token of <c>...</c> and <c>(unknown)</c>, which digests have for values, of <c>\N</c>, which is
    /// NULL, or of a variable's name.</summary>
    private int? MySqlValueEnd(int at)
    {
        if (!IsMySql(_dialect))
            return null;
        var isUnknown = _tokens.IsSymbol(at, '(') && _tokens.IsWord(at + 1, "unknown") && _tokens.IsSymbol(at + 2, ')');
        var isDots = _tokens.IsSymbol(at, '.') && _tokens.IsSymbol(at + 1, '.') && _tokens.IsSymbol(at + 2, '.');
        if (isUnknown || isDots)
            return at + 2;
        return _tokens.IsName(at) && IsVariable() ? at
            : _tokens.IsSymbol(at, '\\') && _tokens.IsWord(at + 1, "n") ? at + 1
            : null;
    }

    /// <summary>Behind one <c>@</c> stands a user's variable, behind two the server's.</summary>
    private bool IsVariable() =>
        _parts.Count > 0
        && TextOf(_parts.Count - 1) is "@"
        && (_parts.Count < 2 || TextOf(_parts.Count - 2) is not "@");

    private bool IsDoubleQuoted(SqlToken token) => _text[token.Start] == '"';

    private Part? PartAt(int index) => index < 0 ? null : _parts[index].Part;

    /// <summary>Behind this part a value begins, and no second operand.</summary>
    private bool BeginsValue(int index) =>
        PartAt(index) is null or Part.Operator or Part.Comma or Part.Open
        || (
            PartAt(index) == Part.Word
            && TextOf(index) is not "not"
            && (
                StatementKeywords.Has(StatementKeywords.BeginsExpression, TextOf(index))
                || (IsMySql(_dialect) && TextOf(index) is "mod")
            )
        );

    /// <summary>Writes a value with its casts, unless the value before it in a list stands for it; gives its last
    /// token.</summary>
    private int AddValue(int at)
    {
        while (
            PartAt(_parts.Count - 1) == Part.Operator
            && TextOf(_parts.Count - 1) is "-" or "+"
            && BeginsSigned(_parts.Count - 2)
        )
            Remove(_parts.Count - 1);
        var end = _tokens.CastsEnd(at + 1);
        if (PartAt(_parts.Count - 1) == Part.Value)
            return end - 1;
        if (IsPlace(at, end))
        {
            Add(_tokens[at].In(_text), Part.Operand);
            return at;
        }

        var isInList = _levels[^1].Content == Content.Values;
        if (isInList && PartAt(_parts.Count - 1) == Part.Comma && PartAt(_parts.Count - 2) == Part.Value)
        {
            Remove(_parts.Count - 1);
            return end - 1;
        }

        Add("?", Part.Value);
        for (var cast = at + 1; cast < end && !isInList; cast++)
            Append(_tokens[cast]);
        return end - 1;
    }

    /// <summary>True for a number that names a column by its place.</summary>
    private bool IsPlace(int at, int end) =>
        _levels[^1].Content == Content.Columns
        && _tokens.IsNumber(at)
        && end == at + 1
        && (PartAt(_parts.Count - 1) == Part.Comma || (_parts.Count > 0 && TextOf(_parts.Count - 1) is "by"))
        && (at + 1 == _tokens.Count || _tokens[at + 1].Kind == SqlTokenKind.Word || EndsElement(at + 1));

    private bool EndsElement(int at) =>
        _tokens.IsSymbol(at, ',') || _tokens.IsSymbol(at, ')') || _tokens.IsSymbol(at, ';');

    private bool BeginsSigned(int index) =>
        BeginsValue(index) || (PartAt(index) == Part.Word && TextOf(index) is "not");

    private int AddOther(int at)
    {
        var token = _tokens[at];
        if (token.Kind == SqlTokenKind.Broken && _text[token.Start] == '/')
            return at;
        if (token.Kind != SqlTokenKind.Symbol)
            AddToken(token);
        else if (_text[token.Start] is ',' or ';')
            AddComma(token);
        else if (_text[token.Start] is '(' or '[' or '{')
            Open(token);
        else if (_text[token.Start] is ')' or ']' or '}')
            Close(token);
        else
            AddSymbol(token);
        return at;
    }

    /// <summary>Of the two ways to write "not equal" one counts.</summary>
    private void AddSymbol(SqlToken token)
    {
        Add(token.In(_text), _text[token.Start] is '.' or ':' ? Part.Operand : Part.Operator);
        if (token.IsSymbol(_text, '=') && _parts.Count > 1 && TextOf(_parts.Count - 2) is "!")
        {
            Replace(">");
            _form[_parts[^2].Start] = '<';
        }
    }

    /// <summary>Writes something else for the last part.</summary>
    private void Replace(string text)
    {
        _length = _parts[^1].Start + text.Length;
        text.CopyTo(_form.AsSpan(_parts[^1].Start));
    }

    private void AddToken(SqlToken token)
    {
        var isQuoted = token.Kind == SqlTokenKind.QuotedName;
        var name = isQuoted && token.Unquoted(_text) is var plain && IsPlain(plain) ? plain : null;
        var text = token.In(_text) is "!=" ? "<>" : token.In(_text);
        Add(name is null ? text : name.AsSpan(), PartOf(token.Kind));
        if (name is not null || token.Kind == SqlTokenKind.Word)
            Lower(_parts[^1].Start);
        if (IsMySql(_dialect) && token.Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName)
            Replace(MySqlSynonyms.Of(TextOf(_parts.Count - 1).ToString()));
        if (token.Kind == SqlTokenKind.Word && !IsMySql(_dialect))
            TakeWord();
    }

    private void TakeWord()
    {
        var content = _levels[^1].Content;
        if (content == Content.Values)
            return;
        if (
            content == Content.Rows
            || StatementKeywords.Has(StatementKeywords.BeginsExpression, TextOf(_parts.Count - 1))
        )
            content = Content.Any;
        content =
            TextOf(_parts.Count - 1) is "by" ? Content.Columns
            : TextOf(_parts.Count - 1) is "values" ? Content.Rows
            : content;
        _levels[^1] = _levels[^1] with { Content = content };
    }

    /// <summary>True where the quotes of a name say nothing: in MySQL, whatever its case; in PostgreSQL one that it would
    /// write so itself.</summary>
    private bool IsPlain(string name) =>
        name.Length > 0
        && (IsMySql(_dialect) || (!name.Any(char.IsAsciiLetterUpper) && !StatementKeywords.Values.Contains(name)))
        && !char.IsAsciiDigit(name[0])
        && name.All(each => char.IsAsciiLetterOrDigit(each) || each is '_' or '$');

    private static Part PartOf(SqlTokenKind kind) =>
        kind switch
        {
            SqlTokenKind.Word => Part.Word,
            SqlTokenKind.Operator => Part.Operator,
            _ => Part.Operand,
        };

    private void AddComma(SqlToken token)
    {
        EndElement();
        Add(token.In(_text), _text[token.Start] == ',' ? Part.Comma : Part.Operand);
        _levels[^1] = _levels[^1] with { Comma = _text[token.Start] == ',' ? _parts.Count - 1 : -1 };
    }

    private void Open(SqlToken token)
    {
        var before = PartAt(_parts.Count - 1);
        var isList =
            IsMySql(_dialect)
            || before is Part.Open or Part.Comma
            || (before == Part.Word && StatementKeywords.Has(StatementKeywords.BeginsList, TextOf(_parts.Count - 1)));
        Add(token.In(_text), Part.Open);
        _levels.Add(new Level(_parts.Count - 1, -1, isList ? Content.Values : Content.Any));
    }

    private void Close(SqlToken token)
    {
        EndElement();
        Add(token.In(_text), Part.Close);
        if (_levels.Count == 1)
            return;
        var opened = _levels[^1].Opened;
        _levels.RemoveAt(_levels.Count - 1);
        var isOfList = _levels[^1].Content is Content.Rows or Content.Values;
        if (isOfList && PartAt(opened - 1) == Part.Comma && Repeats(opened))
            Remove(opened - 1);
    }

    /// <summary>An element that reads like the one before it stands for one value more of a list.</summary>
    private void EndElement()
    {
        var comma = _levels[^1].Content == Content.Values ? _levels[^1].Comma : -1;
        if (comma < 0 || comma + 1 >= _parts.Count || !Repeats(comma + 1, ""))
            return;
        Remove(comma);
    }

    /// <summary>A text that was cut may end within a list: what is there of the next value or row counts for
    /// nothing.</summary>
    private void EndCut()
    {
        for (; _levels.Count > 1; _levels.RemoveAt(_levels.Count - 1))
        {
            EndList();
            var opened = _levels[^1].Opened;
            if (PartAt(opened - 1) == Part.Comma && (opened == _parts.Count - 1 || Repeats(opened, " )")))
                Remove(opened - 1);
        }
    }

    private void EndList()
    {
        while (PartAt(_parts.Count - 1) == Part.Operator && PartAt(_parts.Count - 2) == Part.Comma)
            Remove(_parts.Count - 1);
        if (PartAt(_parts.Count - 1) == Part.Comma && PartAt(_parts.Count - 2) is Part.Value or Part.Close)
            Remove(_parts.Count - 1);
    }

    /// <summary>What begins with a part has a value in it and stands, with this behind it, in front of the comma too.</summary>
    private bool Repeats(int part, string end = "")
    {
        ReadOnlySpan<char> element = _form.AsSpan(_parts[part].Start, _length - _parts[part].Start);
        if (element.Length > LongestElement || !element.Contains('?'))
            return false;
        ReadOnlySpan<char> before = _form.AsSpan(0, Math.Max(0, _parts[part - 1].Start - 1));
        if (!before.EndsWith(end, StringComparison.Ordinal))
            return false;
        before = before[..^end.Length];
        return before.EndsWith(element, StringComparison.Ordinal)
            && (before.Length == element.Length || before[^(element.Length + 1)] == ' ');
    }

    private ReadOnlySpan<char> TextOf(int index) =>
        _form.AsSpan(
            _parts[index].Start,
            (index + 1 < _parts.Count ? _parts[index + 1].Start - 1 : _length) - _parts[index].Start
        );

    private void Remove(int from)
    {
        _length = Math.Max(0, _parts[from].Start - 1);
        _parts.RemoveRange(from, _parts.Count - from);
        if (_levels[^1].Comma >= from)
            _levels[^1] = _levels[^1] with { Comma = -1 };
    }

    private void Add(ReadOnlySpan<char> text, Part part)
    {
        if (_length > 0)
            _form[_length++] = ' ';
        _parts.Add((_length, part));
        text.CopyTo(_form.AsSpan(_length));
        _length += text.Length;
    }

    /// <summary>Writes a token of the value that was written last.</summary>
    private void Append(SqlToken token)
    {
        token.In(_text).CopyTo(_form.AsSpan(_length));
        _length += token.Length;
        Lower(_length - token.Length);
    }

    private void Lower(int from)
    {
        foreach (ref var c in _form.AsSpan(from, _length - from))
            if (char.IsAsciiLetterUpper(c))
                c = (char)(c | 0x20);
    }

    /// <summary>Brackets that are open.</summary>
    private readonly record struct Level(int Opened, int Comma, Content Content);
}
