namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Finds the places of a query that name tables, by the grammar of FROM, TABLE and WITH. What it does not
/// understand is a problem, never a guess. [PostgreSQL documentation, SELECT; src/backend/parser/gram.y]</summary>
internal sealed class RelationReader(SqlText sql)
{
    private readonly List<RelationReference> _found = [];
    private readonly List<ItemName> _names = [];
    private readonly List<PlaceRange> _whole = [];

    // How many levels have a WITH query of a name, and where a name stood last without a schema.
    private readonly Dictionary<string, int> _common = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _last = new(StringComparer.Ordinal);

    private readonly List<QueryLevel> _levels = [new(LevelState.QueryStart)];
    private int _at;

    public IReadOnlyList<RelationReference> Found => _found;

    public IReadOnlyList<ItemName> Names => _names;

    /// <summary>The places whose columns get other names, or are all asked for.</summary>
    public IReadOnlyList<PlaceRange> Whole => _whole;

    /// <summary>Columns are joined that are nowhere in the text.</summary>
    public bool HasNatural { get; private set; }

    private QueryLevel Top => _levels[^1];

    public string? Read()
    {
        for (_at = 0; _at < sql.Count; _at++)
            if (Step() is { } problem)
                return problem;
        EndQuery(Top);
        return _levels.Count == 1 && CanEnd(Top.State) ? null : "it ends in the middle";
    }

    private static bool CanEnd(LevelState state) =>
        state is LevelState.Expression or LevelState.QueryStart or LevelState.Body or LevelState.AfterItem;

    private string? Step()
    {
        if (sql.Is(_at, '(') || sql.Is(_at, '['))
            return Open(sql.Is(_at, '('));
        if (sql.Is(_at, ')') || sql.Is(_at, ']'))
            return Close();
        if (sql.Is(_at, ','))
            return Comma();
        if (IsStar())
            Top.HasStar = true;
        if (!sql.IsName(_at))
            return Top.State is LevelState.Item or LevelState.CommonName ? "a name is missing" : null;
        ReadAlias();
        return Top.State switch
        {
            LevelState.Item => Item(),
            LevelState.CommonName => CommonName(),
            _ => IsKeyWord() ? KeyWord(sql.Name(_at)) : null,
        };
    }

    private bool IsKeyWord() => sql.KindAt(_at) == SqlTokenKind.Word && !sql.Is(_at - 1, '.') && !sql.Is(_at - 1, "as");

    /// <summary>All columns in a select list: behind it no operand stands.</summary>
    private bool IsStar() =>
        Top is { State: LevelState.Body, HasFrom: false }
        && sql.IsOperator(_at, "*")
        && !sql.Is(_at - 1, '.')
        && (
            sql.KindAt(_at + 1) == SqlTokenKind.End
            || sql.Is(_at + 1, ',')
            || sql.Is(_at + 1, ')')
            || sql.Is(_at + 1, ';')
            || sql.IsOneOf(_at + 1, FromClause.EndsList)
        );

    /// <summary>The alias of the item in front of it; with names for its columns, these are nowhere in the text.</summary>
    private void ReadAlias()
    {
        if (Top is not { State: LevelState.AfterItem, Item: { } item })
            return;
        if (sql.Is(_at, "as") || sql.Is(_at, "with") || sql.Is(_at, "ordinality"))
            return;
        Top.Item = null;
        if (!sql.Is(_at - 1, "as") && sql.IsOneOf(_at, FromClause.NeverAnItem))
            return;
        _names.Add(new ItemName(sql.Name(_at), item, _at));
        if (sql.Is(_at + 1, '('))
            _whole.Add(item);
    }

    /// <summary>An item of FROM was read; its name, where it has one, stands for it. The columns of a query or function
    /// that has none can be meant all the same, so it is among the names with an empty one.</summary>
    private void Read(PlaceRange item, string? name)
    {
        Top.Item = item;
        Top.Items.Add(item);
        if (name is not null || item == PlaceRange.None || item.IsFunction)
            _names.Add(new ItemName(name ?? "", item, _at));
    }

    /// <summary>A query ends: what its select list has all columns of is needed as a whole.</summary>
    private void EndQuery(QueryLevel level)
    {
        if (level.HasStar)
            _whole.AddRange(level.Items);
        level.HasStar = false;
        level.Items.Clear();
        level.Item = null;
    }

    private string? Open(bool isRound)
    {
        var parent = Top;
        if (!isRound)
        {
            _levels.Add(new QueryLevel(LevelState.Expression));
            return parent.State == LevelState.Item ? "a name is missing" : null;
        }

        var inside = Inside(parent.State);
        if (parent.State == LevelState.CommonHead && IsQueryOfCommon())
            parent.State = LevelState.CommonBody;
        if (parent.State == LevelState.AfterCommon)
            parent.State = LevelState.QueryStart;
        var isItem = parent.State == LevelState.Item;
        if (isItem)
            parent.State = LevelState.AfterItem;
        _levels.Add(new QueryLevel(inside) { FoundAtOpen = _found.Count, IsItem = isItem });
        return null;
    }

    private LevelState Inside(LevelState outside)
    {
        if (sql.BeginsQuery(_at + 1) || outside is LevelState.QueryStart or LevelState.AfterCommon)
            return LevelState.QueryStart;
        if (outside == LevelState.CommonHead && IsQueryOfCommon())
            return LevelState.QueryStart;
        return outside == LevelState.Item ? LevelState.Item : LevelState.Expression;
    }

    private bool IsQueryOfCommon() => sql.Is(_at - 1, "as") || sql.Is(_at - 1, "materialized");

    private string? Close()
    {
        if (_levels.Count == 1 || !CanEnd(Top.State))
            return "parentheses do not match";
        var closed = Top;
        EndQuery(closed);
        foreach (var name in closed.Common)
            _common[name]--;
        _levels.RemoveAt(_levels.Count - 1);
        if (closed.IsItem)
            Read(closed.IsQuery ? PlaceRange.None : new PlaceRange(closed.FoundAtOpen, _found.Count), null);
        if (Top.State != LevelState.CommonBody)
            return null;
        AddCommon(Top.Pending);
        return Go(LevelState.AfterCommon);
    }

    private string? Comma()
    {
        if (Top.State == LevelState.AfterItem)
            Top.State = LevelState.Item;
        else if (Top.State == LevelState.AfterCommon)
            Top.State = LevelState.CommonName;
        else if (Top.State is LevelState.QueryStart or LevelState.Item or LevelState.CommonName)
            return "a comma is where none can be";
        return null;
    }

    private string? Item()
    {
        if (sql.Is(_at, "lateral") || sql.Is(_at, "only"))
            return null;
        if (sql.Is(_at, "rows") && sql.Is(_at + 1, "from") && sql.Is(_at + 2, '('))
        {
            (Top.State, _at) = (LevelState.AfterItem, _at + 1);
            Read(PlaceRange.Function, null);
            return null;
        }

        if (sql.IsOneOf(_at, FromClause.NeverAnItem))
            return "a table's name is missing";
        var first = _at;
        while (sql.Is(_at + 1, '.') && sql.IsName(_at + 2))
            _at += 2;
        Top.State = LevelState.AfterItem;
        if (!sql.Is(_at + 1, '('))
            return Reference(first);
        Read(PlaceRange.Function, sql.Name(_at));
        return null;
    }

    private string? Reference(int first)
    {
        if (_at - first > 2)
            return "a table is named with its database";
        var name = sql.Name(_at);
        if (_at == first && _common.GetValueOrDefault(name) > 0)
        {
            Read(PlaceRange.None, name);
            return null;
        }

        Read(new PlaceRange(_found.Count, _found.Count + 1, IsTable: true), name);
        if (_at == first)
            _last[name] = _found.Count;
        _found.Add(new RelationReference(_at == first ? "" : sql.Name(first), name, first, _at));
        return null;
    }

    private string? CommonName()
    {
        if (sql.Is(_at, "recursive") && !sql.Is(_at + 1, "as") && !sql.Is(_at + 1, '('))
        {
            Top.IsRecursive = true;
            return null;
        }

        var name = sql.Name(_at);
        (Top.State, Top.Pending) = (LevelState.CommonHead, name);
        if (!Top.IsRecursive)
            return null;
        AddCommon(name);
        return _last.GetValueOrDefault(name, -1) >= Top.FoundBefore
            ? "a WITH query is named before it is written"
            : null;
    }

    private void AddCommon(string name)
    {
        Top.Common.Add(name);
        _common[name] = _common.GetValueOrDefault(name) + 1;
    }

    private string? KeyWord(string word)
    {
        if (word is "insert" or "update" or "delete" or "merge" && sql.Is(_at - 1, '('))
            return "it changes data";
        return Top.State switch
        {
            LevelState.Expression => InExpression(word),
            LevelState.QueryStart => AtStart(word),
            LevelState.Body => InBody(word),
            LevelState.AfterItem => BehindItem(word),
            LevelState.CommonHead => word is "as" or "not" or "materialized"
                ? null
                : $"{word} is where a WITH query begins",
            LevelState.AfterCommon => BehindCommon(word),
            LevelState.CommonOrder => InOrder(word),
            _ => "it is not understood",
        };
    }

    private string? InExpression(string word) =>
        word switch
        {
            "union" or "intersect" or "except" => Go(LevelState.QueryStart),
            "select" or "table" => $"{word} is where none can be",
            _ => null,
        };

    private string? AtStart(string word)
    {
        switch (word)
        {
            case "select":
                Top.HasFrom = false;
                return Go(LevelState.Body);
            case "values":
                Top.HasFrom = true;
                return Go(LevelState.Body);
            case "table":
                Top.HasStar = true;
                return Go(LevelState.Item);
            case "with":
                Top.FoundBefore = _found.Count;
                return Go(LevelState.CommonName);
            case "union" or "intersect" or "except" or "all" or "distinct":
                return null;
            default:
                Top.HasFrom = true;
                return FromClause.EndsTables.Contains(word) ? Go(LevelState.Body) : $"{word} is where a query begins";
        }
    }

    private string? InBody(string word)
    {
        if (word == "from" && IsDistinctFrom())
            return null;
        if (word == "from")
        {
            if (Top.HasFrom)
                return "FROM is where none can be";
            Top.HasFrom = true;
            return Go(LevelState.Item);
        }

        if (word is "union" or "intersect" or "except")
            EndQuery(Top);
        return word switch
        {
            "union" or "intersect" or "except" => Go(LevelState.QueryStart),
            "select" or "table" or "into" => $"{word} is where none can be",
            _ => null,
        };
    }

    private bool IsDistinctFrom() =>
        sql.Is(_at - 1, "distinct") && (IsIs(_at - 2) || (sql.Is(_at - 2, "not") && IsIs(_at - 3)));

    /// <summary>x.is DISTINCT FROM y is a column, its bare label and the clause.</summary>
    private bool IsIs(int at) => sql.Is(at, "is") && !sql.Is(at - 1, '.') && !sql.Is(at - 1, "as");

    private string? BehindItem(string word)
    {
        HasNatural |= word == "natural";
        if (word == "join")
            return Go(LevelState.Item);
        if (word == "from")
            return IsDistinctFrom() ? null : "FROM is where none can be";
        if (FromClause.EndsTables.Contains(word))
        {
            Top.HasFrom = true;
            return Go(LevelState.Body);
        }

        return InBody(word);
    }

    private string? BehindCommon(string word) =>
        word switch
        {
            "search" or "cycle" => Go(LevelState.CommonOrder),
            "select" or "values" or "table" => AtStart(word),
            "with" => "WITH is where none can be",
            "insert" or "update" or "delete" or "merge" => "it changes data",
            _ => null,
        };

    /// <summary>The columns of SEARCH and CYCLE can be called like its words: then no query is read
    /// where one is.</summary>
    private string? InOrder(string word) =>
        word switch
        {
            "set" => Go(LevelState.AfterCommon),
            "select" or "values" or "table" or "with" or "from" => $"{word} is where none can be",
            _ => null,
        };

    private string? Go(LevelState state)
    {
        Top.State = state;
        return null;
    }
}
