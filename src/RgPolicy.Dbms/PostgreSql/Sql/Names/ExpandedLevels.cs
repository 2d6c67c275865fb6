namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>The names and values that were read, each with how often the server writes it, and the levels of
/// parentheses that are open.</summary>
internal sealed class ExpandedLevels(SqlText sql, bool countsCharacters, double limit)
{
    private readonly TokenLook _look = new(sql);
    private readonly List<(string? Name, double Weight)> _read = [];
    private readonly List<ExpandedLevel> _open = [new(0) { Role = ExpandedRole.Item }];
    private readonly Dictionary<string, ExpandedCommon> _common = new(StringComparer.Ordinal);

    public ExpandedLevel Top => _open[^1];

    public bool IsOutside => _open.Count == 1;

    public int Read => _read.Count;

    public bool IsOver { get; private set; }
    public double LargestValue { get; private set; }

    public double All => Sum(0, _read.Count);

    public void Push(ExpandedLevel level) => _open.Add(level);

    public void Add(string? name, double weight)
    {
        _read.Add((name, weight));
        IsOver |= weight > limit;
    }

    public void AddValue(double weight)
    {
        LargestValue = Math.Max(LargestValue, weight);
        Add(null, weight);
    }

    public void Multiply(int from, int to, double factor)
    {
        for (var i = from; i < to && !IsOver; i++)
            Set(i, _read[i].Weight * factor);
    }

    public void Take(string name, int at)
    {
        if (!_common.TryGetValue(name, out var common) || !common.IsWritten())
            return;
        Top.Given.Add(common.Columns, areRenamed: _look.IsAliasWithList(at + 1));
        AddRow(Top, common.Columns, name, at);
        Add(null, common.Size);
    }

    public void Close(int at)
    {
        if (IsOutside)
            return;
        var closed = Top;
        EndBranch(closed, at);
        _open.RemoveAt(_open.Count - 1);
        if (closed.Role == ExpandedRole.Expression)
            CloseExpression(Top, closed, at);
        else
            CloseItem(Top, closed, at);
    }

    public void EndItem(ExpandedLevel level, int at)
    {
        if (level.Place != ExpandedPlace.List)
            return;
        var (first, last) = (level.ItemToken, at - 1);
        var isStar = last >= first && sql.KindAt(last) == SqlTokenKind.Operator && !_look.IsRowStar(last);
        level.Items.Add((isStar ? null : _look.Label(first, last), level.ItemFrom, _read.Count, isStar));
        (level.ItemFrom, level.ItemToken) = (_read.Count, at + 1);
    }

    /// <summary>A query ends: each name counts for what is written in its place.</summary>
    public void EndBranch(ExpandedLevel level, int at)
    {
        EndItem(level, at);
        var inner = level.IsQuery && level.Inner.Count > 0 ? level.Inner.Max(name => SizeOf(level, name)) : 1;
        if (level.IsQuery && level.IsLateral && level.Outer.Count > 0)
            inner *= level.Outer.Max(name => Beside(level, name));
        if (level.IsQuery && (inner > 1 || !level.Given.AreNames || level.IsLateral))
            for (var i = level.BranchFrom; i < _read.Count && !IsOver; i++)
                Set(i, _read[i].Weight * inner * (_read[i].Name is { } name ? SizeOf(level, name) : 1));
        foreach (var (name, from, to, isStar) in level.Items)
            if (isStar)
                level.Result.Add(level.Given, areRenamed: false);
            else
                level.Result.Add(name, Sum(from, to));
        if (level is { IsValues: true, Commas: 0 })
            level.Result.Add(null, Sum(level.BranchFrom, _read.Count));
        level.Items.Clear();
        if (!level.IsQuery)
            return;
        // The last part of a UNION stood in parentheses.
        if (level.Place == ExpandedPlace.Start)
            level.Result.Add(level.Given, areRenamed: true);
        level.Given.Clear();
        level.BranchFrom = _read.Count;
    }

    private double SizeOf(ExpandedLevel level, string name) => level.Given.Of(name) * Beside(level, name);

    private void CloseExpression(ExpandedLevel level, ExpandedLevel closed, int at)
    {
        if (level.In is { } operand && !closed.IsCase)
        {
            level.In = null;
            if (!closed.IsQuery && closed.Commas > 0 && _read.FindIndex(closed.From, r => r.Name is not null) >= 0)
                Multiply(operand.From, operand.To, closed.Commas + 1);
        }

        level.Inner = ExpandedLevel.Union(level.Inner, ExpandedLevel.Union(closed.Inner, closed.Outer));
        if (closed.IsCase || closed.IsQuery)
            return;
        if (ValueSize.Doubles(sql, closed.Opened, at, closed.Commas))
            Multiply(closed.From, _read.Count, 2);
        if (countsCharacters && ValueSize.Rounding(sql, closed.Opened, at, closed.Commas) is var digits and > 0)
            AddValue(digits);
    }

    private void CloseItem(ExpandedLevel level, ExpandedLevel closed, int at)
    {
        level.Outer = ExpandedLevel.Union(level.Outer, ExpandedLevel.Union(closed.Inner, closed.Outer));
        var columns = closed.IsQuery ? closed.Result : closed.Given;
        var areRenamed = closed.IsSet || _look.IsAliasWithList(at + 1);
        var size = 0.0;
        // What joined tables in parentheses have in their conditions stays in the query around them.
        if (closed.IsQuery || closed.Role == ExpandedRole.Common)
        {
            size = Sum(closed.From, _read.Count);
            level.Outer = ExpandedLevel.Union(level.Outer, Names(closed.From));
            _read.RemoveRange(closed.From, _read.Count - closed.From);
        }

        if (closed.Role == ExpandedRole.Common)
        {
            AddCommon(level, closed, columns, size);
            return;
        }

        level.Given.Add(columns, areRenamed);
        AddRow(level, columns, null, at);
        Add(null, size);
    }

    private void AddCommon(ExpandedLevel level, ExpandedLevel closed, ExpandedColumns columns, double size)
    {
        var open = closed.Opened;
        var isNot = sql.Is(open - 2, "not");
        var isSaid = sql.Is(open - 1, "materialized");
        var common = new ExpandedCommon(isKept: isSaid && !isNot, isInlined: isSaid && isNot, size);
        common.Columns.Add(columns, closed.IsSet || level.CommonHasList);
        if (_common.TryGetValue(level.Common, out var other))
            common.Add(other);
        _common[level.Common] = common;
        level.Place = ExpandedPlace.Start;
    }

    /// <summary>A row as a whole is written as all of its columns, and as a string with quotes around each.</summary>
    private void AddRow(ExpandedLevel level, ExpandedColumns columns, string? name, int at)
    {
        at = sql.Is(at + 1, "as") ? at + 2 : at + 1;
        if (at < sql.Count && sql.IsName(at) && !sql.IsOneOf(at, FromClause.NeverAnItem))
            name = sql.Name(at);
        if (name is not null)
            level.Given.AddRow(name, 2 * columns.Row);
    }

    /// <summary>The size of a column of what stands left of LATERAL; 1 in any other level.</summary>
    private double Beside(ExpandedLevel level, string name)
    {
        var size = 1.0;
        for (var at = level.IsLateral ? _open.Count - 2 : -1; at >= 0; at--)
        {
            size *= _open[at].Given.Of(name);
            if (_open[at].IsQuery)
                break;
        }

        return size;
    }

    private HashSet<string> Names(int from)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        for (var i = from; i < _read.Count; i++)
            if (_read[i].Name is { } name)
                names.Add(name);
        return names;
    }

    private double Sum(int from, int to)
    {
        var sum = 0.0;
        for (var i = from; i < to; i++)
            sum += _read[i].Weight;
        return sum;
    }

    private void Set(int at, double weight)
    {
        _read[at] = (_read[at].Name, weight);
        IsOver |= weight > limit;
    }
}
