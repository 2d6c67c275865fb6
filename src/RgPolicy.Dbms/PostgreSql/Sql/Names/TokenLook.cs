namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>What stands at a place among the tokens of a text, and beside it; nothing behind their ends.</summary>
internal readonly struct TokenLook(SqlText sql)
{
    public bool IsAs(int at) => sql.Is(at, "as") && !sql.Is(at - 1, '.');

    public bool IsRecursive(int at) => sql.Is(at, "recursive") && !sql.Is(at + 1, "as") && !sql.Is(at + 1, '(');

    public bool IsRowStar(int at) => sql.Is(at - 1, '.') && (sql.Is(at - 2, ')') || sql.Is(at - 2, ']'));

    /// <summary>The FROM of IS DISTINCT FROM; x.is DISTINCT FROM y is a column, its bare label and the clause.</summary>
    public bool IsDistinctFrom(int at) =>
        sql.Is(at - 1, "distinct") && (IsIs(at - 2) || (sql.Is(at - 2, "not") && IsIs(at - 3)));

    public bool IsItem(int at) =>
        sql.Is(at - 1, "from")
        || sql.Is(at - 1, "join")
        || sql.Is(at - 1, "only")
        || sql.Is(at - 1, "table")
        || sql.Is(at - 1, ',')
        || sql.Is(at - 1, '(');

    public bool IsAliasWithList(int at)
    {
        at = sql.Is(at, "as") ? at + 1 : at;
        return sql.IsName(at) && sql.Is(at + 1, '(');
    }

    /// <summary>CASE that begins no expression but is the label of a column.</summary>
    public bool IsLabel(int at) =>
        at + 1 >= sql.Count || sql.Is(at + 1, ',') || sql.Is(at + 1, ')') || sql.IsOneOf(at + 1, FromClause.EndsList);

    /// <summary>The name of a column of a select list that certainly has it: behind AS, or a column as it is.</summary>
    public string? Label(int first, int last)
    {
        if (last < first || !sql.IsName(last))
            return null;
        var name = sql.Name(last);
        if (last - 1 >= first && IsAs(last - 1))
            return name;
        for (var at = last; at >= first; at -= 2)
            if (!sql.IsName(at) || (at > first && !sql.Is(at - 1, '.')))
                return null;
        return (last - first) % 2 == 0 ? name : null;
    }

    private bool IsIs(int at) => sql.Is(at, "is") && !sql.Is(at - 1, '.') && !IsAs(at - 1);
}
