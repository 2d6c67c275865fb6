namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>What stands at a place among the tokens of a text, and beside it; nothing behind their ends.</summary>
internal readonly struct TokenLook(string text, List<SqlToken> tokens)
{
    public bool IsWord(int at, string word) => at >= 0 && at < tokens.Count && tokens[at].Is(text, word);

    public bool IsSymbol(int at, char symbol) => at >= 0 && at < tokens.Count && tokens[at].IsSymbol(text, symbol);

    public bool IsAs(int at) => IsWord(at, "as") && !IsSymbol(at - 1, '.');

    public bool BeginsQuery(int at) =>
        IsWord(at, "select") || IsWord(at, "with") || IsWord(at, "values") || IsWord(at, "table");

    public bool IsRecursive(int at) => IsWord(at, "recursive") && !IsWord(at + 1, "as") && !IsSymbol(at + 1, '(');

    public bool IsRowStar(int at) => IsSymbol(at - 1, '.') && (IsSymbol(at - 2, ')') || IsSymbol(at - 2, ']'));

    /// <summary>The FROM of IS DISTINCT FROM; x.is DISTINCT FROM y is a column, its bare label and the clause.</summary>
    public bool IsDistinctFrom(int at) =>
        IsWord(at - 1, "distinct") && (IsIs(at - 2) || (IsWord(at - 2, "not") && IsIs(at - 3)));

    public bool IsItem(int at) =>
        IsWord(at - 1, "from")
        || IsWord(at - 1, "join")
        || IsWord(at - 1, "only")
        || IsWord(at - 1, "table")
        || IsSymbol(at - 1, ',')
        || IsSymbol(at - 1, '(');

    public bool IsAliasWithList(int at)
    {
        at = IsWord(at, "as") ? at + 1 : at;
        return at < tokens.Count && SqlName.IsName(tokens[at]) && IsSymbol(at + 1, '(');
    }

    /// <summary>CASE that begins no expression but is the label of a column.</summary>
    public bool IsLabel(int at) =>
        at + 1 >= tokens.Count
        || IsSymbol(at + 1, ',')
        || IsSymbol(at + 1, ')')
        || (tokens[at + 1].Kind == SqlTokenKind.Word && FromClause.EndsList.Contains(SqlName.Of(text, tokens[at + 1])));

    /// <summary>The name of a column of a select list that certainly has it: behind AS, or a column as it is.</summary>
    public string? Label(int first, int last)
    {
        if (last < first || !SqlName.IsName(tokens[last]))
            return null;
        var name = SqlName.Of(text, tokens[last]);
        if (last - 1 >= first && IsAs(last - 1))
            return name;
        for (var at = last; at >= first; at -= 2)
            if (!SqlName.IsName(tokens[at]) || (at > first && !IsSymbol(at - 1, '.')))
                return null;
        return (last - first) % 2 == 0 ? name : null;
    }

    private bool IsIs(int at) => IsWord(at, "is") && !IsSymbol(at - 1, '.') && !IsAs(at - 1);
}
