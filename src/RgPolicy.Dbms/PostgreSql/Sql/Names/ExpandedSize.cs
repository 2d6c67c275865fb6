namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>
/// How many names and values a text has where the server writes one expression in the place of another before it looks
/// at an interrupt: columns of queries in FROM and of WITH queries, what stands before BETWEEN and IN, a row before its
/// star. Errs on the side of too many. [src/backend/optimizer/prep/prepjointree.c, pull_up_subqueries;
/// src/backend/optimizer/plan/subselect.c, inline_cte; src/backend/parser/parse_expr.c, transformAExprBetween,
/// transformAExprIn]
/// </summary>
internal sealed class ExpandedSize(SqlText sql, double limit, bool countsCharacters = false)
{
    /// <summary>Reserved words and others that are never the name of a column. [PostgreSQL documentation, SQL Key
    /// Words]</summary>
    public static readonly FrozenSet<string> NeverAColumn = WordList.Exact(
        "all analyse analyze and any array as asc asymmetric both case cast collate column current_catalog current_date "
            + "current_role current_time current_timestamp current_user default desc distinct do else end except false fetch "
            + "for from group having in intersect into lateral leading limit localtime localtimestamp not null offset on only "
            + "or order placing returning select session_user some symmetric table then to trailing true union unique user "
            + "using variadic when where window with join left right inner outer full cross natural is isnull notnull like "
            + "ilike similar"
    );

    // More levels of queries than anybody writes, so that each name is looked at a bounded number of times.
    private const int MostQueries = 100;
    private const int ColumnsOfRow = 100;

    // A table is as much work as so many names.
    private const int NamesOfTable = 100;

    private static readonly FrozenSet<string> EndsOperand = WordList.Exact(
        "and or where on having select when then else by from join distinct all limit offset returning using"
    );

    private readonly TokenLook _look = new(sql);
    private readonly ExpandedLevels _levels = new(sql, countsCharacters, limit);
    private double _factor = 1;
    private int _queries;
    private bool _isTooDeep;
    private int _mostCommas;
    private int _at;

    public double LargestValue => _levels.LargestValue;

    private ExpandedLevel Top => _levels.Top;

    private bool IsOver => _levels.IsOver || _isTooDeep;

    /// <summary>How many there are; infinite where they are certainly more than the limit.</summary>
    public double Count()
    {
        for (_at = 0; _at < sql.Count && !IsOver; _at++)
            Step();
        while (!_levels.IsOutside && !IsOver)
            Close();
        _levels.EndBranch(Top, _at);
        return IsOver ? double.PositiveInfinity : _levels.All * _factor;
    }

    private void Step()
    {
        if (sql.Is(_at, '(') || sql.Is(_at, '['))
            Open();
        else if (sql.Is(_at, ')') || sql.Is(_at, ']'))
        {
            while (!_levels.IsOutside && Top.IsCase)
                Close();
            Close();
        }
        else if (sql.Is(_at, ','))
            Comma();
        else if (sql.IsName(_at))
            Name();
        else if (sql[_at] is { IsValue: true } or { Kind: SqlTokenKind.UnicodeName })
            _levels.AddValue(countsCharacters ? ValueSize.Of(sql, _at) : 1);
        else if (sql.KindAt(_at) == SqlTokenKind.Operator && _look.IsRowStar(_at))
            _levels.Multiply(Top.Operand, _levels.Read, Math.Max(ColumnsOfRow, _mostCommas + 1));
    }

    private void Close()
    {
        _mostCommas = Math.Max(_mostCommas, Top.Commas);
        _queries -= Top.IsQuery && !_levels.IsOutside ? 1 : 0;
        _levels.Close(_at);
    }

    private void Name()
    {
        var name = sql.Name(_at);
        if (Top.Place == ExpandedPlace.CommonName && !_look.IsRecursive(_at))
        {
            (Top.Common, Top.CommonHasList, Top.Place) = (name, false, ExpandedPlace.CommonHead);
            return;
        }

        var isLabel = _look.IsAs(_at - 1);
        var isWord = sql.KindAt(_at) == SqlTokenKind.Word && !sql.Is(_at - 1, '.');
        if (isWord && !isLabel)
            KeyWord(name);
        if (sql.Is(_at + 1, '(') || sql.Is(_at + 1, '.') || (isLabel && Top.Place == ExpandedPlace.List))
            return;
        if (isWord && NeverAColumn.Contains(name))
            return;
        var isTable = Top.Place == ExpandedPlace.From && _look.IsItem(_at);
        _levels.Add(isTable ? null : name, isTable && !countsCharacters ? NamesOfTable : 1);
        if (isTable)
            _levels.Take(name, _at);
    }

    private void KeyWord(string word)
    {
        switch (word)
        {
            case "case" when !_look.IsLabel(_at):
                _levels.Push(new ExpandedLevel(_levels.Read) { IsCase = true });
                break;
            case "end" when Top.IsCase:
                Close();
                break;
            case "between":
                _levels.Multiply(Top.Operand, _levels.Read, sql.Is(_at + 1, "symmetric") ? 4 : 2);
                break;
            case "symmetric":
                _factor *= 4;
                break;
            case "in":
                Top.In = (Top.Operand, _levels.Read);
                break;
            default:
                Clause(Top, word);
                break;
        }

        if (EndsOperand.Contains(word))
            Top.Operand = _levels.Read;
    }

    private void Clause(ExpandedLevel level, string word)
    {
        switch (word)
        {
            case "with" when level is { Place: ExpandedPlace.Start, IsCase: false, IsQuery: false }:
                level.Place = ExpandedPlace.CommonName;
                break;
            case "select" or "table" when IsBeforeQuery(level):
                Begin(level, word);
                break;
            case "values" when IsBeforeQuery(level) && sql.Is(_at + 1, '('):
                Begin(level, word);
                break;
            case "from" when level.Place == ExpandedPlace.List && !_look.IsDistinctFrom(_at):
                _levels.EndItem(level, _at);
                level.Place = ExpandedPlace.From;
                break;
            case "on" when level.Place == ExpandedPlace.From:
                level.Place = ExpandedPlace.On;
                break;
            case "join" when level is { Place: ExpandedPlace.On } or { Role: ExpandedRole.Item, IsQuery: false }:
                level.Place = ExpandedPlace.From;
                break;
            case "union" or "intersect" or "except":
                _levels.EndBranch(level, _at);
                (level.IsSet, level.Place) = (true, ExpandedPlace.Start);
                break;
            default:
                Behind(level, word);
                break;
        }
    }

    /// <summary>The list and FROM end. WITHIN GROUP belongs to a call.</summary>
    private void Behind(ExpandedLevel level, string word)
    {
        if (
            level is not { IsQuery: true, Place: not ExpandedPlace.Start }
            || !FromClause.EndsTables.Contains(word)
            || sql.Is(_at - 1, "within")
        )
            return;
        _levels.EndItem(level, _at);
        level.Place = ExpandedPlace.Behind;
    }

    private static bool IsBeforeQuery(ExpandedLevel level) =>
        level is { IsCase: false, Place: ExpandedPlace.Start or ExpandedPlace.CommonHead or ExpandedPlace.CommonName };

    private void Begin(ExpandedLevel level, string word)
    {
        _queries += level.IsQuery ? 0 : 1;
        _isTooDeep |= _queries > MostQueries;
        if (level.Role != ExpandedRole.Expression && !level.Given.AreNames)
        {
            // What stood in parentheses before is a part of the same UNION.
            level.Result.Add(level.Given, areRenamed: true);
            level.Given.Clear();
        }

        level.IsQuery = true;
        (level.BranchFrom, level.ItemFrom, level.Operand) = (_levels.Read, _levels.Read, _levels.Read);
        (level.ItemToken, level.Commas, level.IsValues) = (_at + 1, 0, word == "values");
        level.Place =
            word == "select" ? ExpandedPlace.List
            : word == "table" ? ExpandedPlace.From
            : ExpandedPlace.Behind;
        if (word == "table")
            level.Items.Add((null, _levels.Read, _levels.Read, true));
    }

    private void Open()
    {
        var level = Top;
        var isCommon =
            level.Place == ExpandedPlace.CommonHead && (sql.Is(_at - 1, "as") || sql.Is(_at - 1, "materialized"));
        var isItem =
            (level.Place == ExpandedPlace.From && (_look.IsItem(_at) || sql.Is(_at - 1, "lateral")))
            // A query in parentheses that is all there is in others is what they are.
            || level is { Place: ExpandedPlace.Start, Role: not ExpandedRole.Expression };
        level.CommonHasList |= level.Place == ExpandedPlace.CommonHead && !isCommon;
        var holdsTables = (isItem || isCommon) && !sql.BeginsQuery(_at + 1) && !sql.Is(_at + 1, '(');
        _levels.Push(
            new ExpandedLevel(_levels.Read)
            {
                Opened = _at,
                Role =
                    isCommon ? ExpandedRole.Common
                    : isItem ? ExpandedRole.Item
                    : ExpandedRole.Expression,
                IsLateral = isItem && (level.IsLateral || sql.Is(_at - 1, "lateral")),
                Place = holdsTables ? ExpandedPlace.From : ExpandedPlace.Start,
            }
        );
    }

    private void Comma()
    {
        var level = Top;
        level.Commas++;
        level.Operand = _levels.Read;
        if (level.Place == ExpandedPlace.List)
            _levels.EndItem(level, _at);
        else if (level.Place == ExpandedPlace.On)
            level.Place = ExpandedPlace.From;
        else if (
            level is { Place: ExpandedPlace.Start or ExpandedPlace.CommonHead, IsQuery: false, Common.Length: > 0 }
        )
            level.Place = ExpandedPlace.CommonName;
    }
}
