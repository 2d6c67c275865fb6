namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The words of a statement that stand in no brackets, which begin its clauses.</summary>
internal sealed class SqlClauses
{
    private readonly SqlText _sql;
    private readonly bool[] _isOutside;

    /// <summary>Reads one statement; a semicolon ends it.</summary>
    public SqlClauses(string text)
    {
        _sql = new SqlText(text);
        _isOutside = new bool[_sql.Count];
        End = _sql.Count;
        var depth = 0;
        for (var i = 0; i < _sql.Count; i++)
        {
            if (_sql.Is(i, ')') || _sql.Is(i, ']'))
                depth--;
            _isOutside[i] = depth == 0;
            if (_sql.Is(i, '(') || _sql.Is(i, '['))
                depth++;
            if (depth == 0 && End == _sql.Count && _sql.Is(i, ';'))
                End = i;
        }
    }

    public int End { get; }

    public bool Is(int at, string word) => at < End && _sql.Is(at, word);

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
            for (next += 2; next < End && (_sql.Is(next, ',') || _sql.Is(next, '.')); next += 2)
            {
                // A list of names.
            }

        return Is(next, "nowait") ? next + 1
            : Is(next, "skip") ? next + 2
            : next;
    }

    public string Text(int from, int to) => _sql.Between(from, to);

    public string Before(int at) => _sql.Text[.._sql[at].Start];
}
