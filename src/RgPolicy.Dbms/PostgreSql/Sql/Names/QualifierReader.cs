namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Finds the schemas by which a text names functions, types, operators and collations. A dotted name is a
/// column only where an expression certainly begins; anywhere else it is taken for a type.</summary>
internal static class QualifierReader
{
    // Reserved words (and words that can name neither a column nor a table), so that none of them can
    // itself be a column's name.
    private static readonly FrozenSet<string> BeginsExpression = WordList.Exact(
        """
        select distinct all where and or not on having when then else case limit offset any some from for using
        in symmetric asymmetric placing both leading trailing variadic like ilike is array
        """
    );

    /// <summary>The names in front of dots, with repetitions, and whether each must be a schema; places of relations
    /// are passed over. In front of a schema the name of the database may stand.</summary>
    public static IEnumerable<(string Name, bool IsQualifier)> Read(
        SqlText sql,
        IReadOnlyList<RelationReference> relations
    )
    {
        var next = 0;
        for (var at = 0; at < sql.Count; at++)
        {
            if (next < relations.Count && relations[next].FirstToken == at)
            {
                at = relations[next++].LastToken;
                continue;
            }

            if (!IsChain(sql, at))
                continue;
            var end = End(sql, at);
            var isQualifier = IsQualifier(sql, at, end);
            for (; at < end; at += 2)
                yield return (sql.Name(at), isQualifier);
        }
    }

    private static bool IsChain(SqlText sql, int at) => sql.IsName(at) && at + 2 < sql.Count && sql.Is(at + 1, '.');

    private static int End(SqlText sql, int at)
    {
        while (sql.Is(at + 1, '.') && (sql.IsName(at + 2) || sql.KindAt(at + 2) == SqlTokenKind.Operator))
            at += 2;
        return at;
    }

    private static bool IsQualifier(SqlText sql, int at, int end)
    {
        // (x).y and x[1].y: the name in front is a field already, and what follows can only be another.
        if (sql.Is(at - 1, '.'))
            return sql.Is(end + 1, '(');
        if (sql.KindAt(end) == SqlTokenKind.Operator)
            return !IsStar(sql, end) || !IsExpression(sql, at);
        return sql.Is(end + 1, '(') || sql.KindAt(end + 1) == SqlTokenKind.Text || !IsExpression(sql, at);
    }

    private static bool IsStar(SqlText sql, int at) =>
        sql.In(at).SequenceEqual("*") && !sql.Is(Math.Min(at + 1, sql.Count - 1), '(');

    private static bool IsExpression(SqlText sql, int at)
    {
        var before = at - 1;
        return sql.KindAt(before) switch
        {
            SqlTokenKind.Operator => true,
            SqlTokenKind.Symbol => sql.Is(before, '[') || sql.Is(before, ',') || IsOpening(sql, before),
            SqlTokenKind.Word => IsWordOfExpression(sql, before),
            _ => false,
        };
    }

    /// <summary>A parenthesis, but that of OPERATOR(schema.name).</summary>
    private static bool IsOpening(SqlText sql, int at) => sql.Is(at, '(') && !sql.Is(at - 1, "operator");

    private static bool IsWordOfExpression(SqlText sql, int at)
    {
        bool Before(int distance, string word) => sql.Is(at - distance, word);
        // Behind AS or a dot any word is a name, and what follows a name may be its type.
        if (Before(1, "as") || sql.Is(at - 1, '.'))
            return false;
        return sql.Name(at) switch
        {
            "by" => Before(1, "order") || Before(1, "group") || Before(1, "partition"),
            "to" => Before(1, "similar"),
            "zone" => Before(1, "time") && Before(2, "at"),
            "between" => at > 0 && !(sql.Is(at - 1, '(') || sql.Is(at - 1, ',') || Before(1, "columns")),
            var word => BeginsExpression.Contains(word),
        };
    }
}
