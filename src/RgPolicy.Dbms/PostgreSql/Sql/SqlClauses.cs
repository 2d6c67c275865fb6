namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The words of a statement that stand in no brackets, which begin its clauses.</summary>
internal sealed class SqlClauses
{
    private readonly string _text;
    private readonly List<SqlToken> _tokens;
    private readonly bool[] _isOutside;

    /// <summary>Reads one statement; a semicolon ends it.</summary>
    public SqlClauses(string text)
    {
        (_text, _tokens) = (text, SqlLexer.Tokens(text));
        _isOutside = new bool[_tokens.Count];
        End = _tokens.Count;
        var depth = 0;
        for (var i = 0; i < _tokens.Count; i++)
        {
            if (IsOneOf(i, ')', ']'))
                depth--;
            _isOutside[i] = depth == 0;
            if (IsOneOf(i, '(', '['))
                depth++;
            if (depth == 0 && End == _tokens.Count && _tokens[i].IsSymbol(text, ';'))
                End = i;
        }
    }

    public int End { get; }

    public bool Is(int at, string word) => at >= 0 && at < End && _tokens[at].Is(_text, word);

    /// <summary>The first token from one on, up to another, that is this word outside of brackets; null
    /// without.</summary>
    public int? First(string word, int from, int? to = null) => First([word], from, to);

    public int? First(string[] words, int from, int? to = null)
    {
        for (var i = from; i < (to ?? End); i++)
            if (_isOutside[i] && Array.Exists(words, word => Is(i, word)))
                return i;
        return null;
    }

    /// <summary>Where words that lock rows end, which begin at a token: FOR UPDATE OF a, b SKIP LOCKED and its kin;
    /// null where it does not begin one.</summary>
    public int? LockEnd(int at)
    {
        var end =
            Is(at + 1, "no") && Is(at + 2, "key") && Is(at + 3, "update") ? at + 4
            : Is(at + 1, "key") && Is(at + 2, "share") ? at + 3
            : Is(at + 1, "update") || Is(at + 1, "share") ? at + 2
            : (int?)null;
        if (end is not { } next)
            return null;
        if (Is(next, "of"))
            for (next += 2; next < End && (IsSymbol(next, ',') || IsSymbol(next, '.')); next += 2)
            {
                // A list of names.
            }

        return Is(next, "nowait") ? next + 1
            : Is(next, "skip") ? next + 2
            : next;
    }

    public string Text(int from, int to) => from < to ? _text[_tokens[from].Start.._tokens[to - 1].End] : "";

    public string Before(int at) => _text[.._tokens[at].Start];

    private bool IsSymbol(int at, char symbol) => _tokens[at].IsSymbol(_text, symbol);

    private bool IsOneOf(int at, char one, char other) =>
        _tokens[at].IsSymbol(_text, one) || _tokens[at].IsSymbol(_text, other);
}
