namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Tells of which relations of a text every column may be meant without being named: by other names for its
/// columns, by NATURAL, by a star, or by the row as a whole, also as what a function is called on.</summary>
internal static class WholeRows
{
    public static ImmutableArray<int> Read(SqlText sql, RelationReader relations, bool[] isRelation)
    {
        if (relations.HasNatural)
            return [.. Enumerable.Range(0, relations.Found.Count)];
        var given = relations.Names.Select(n => n.Token).ToHashSet();
        var rows = Enumerable
            .Range(0, sql.Count)
            .Where(at => sql.IsName(at) && !isRelation[at] && !given.Contains(at) && IsRow(sql, at))
            .Select(at => sql.Name(at))
            .ToHashSet(StringComparer.Ordinal);
        var byName = relations.Names.Where(n => rows.Contains(n.Name)).Select(n => n.Range);
        return PlaceRange.Union(relations.Whole.Concat(byName), relations.Found.Count);
    }

    /// <summary>A name that stands alone, or before a star; behind a dot or AS it names something else.</summary>
    private static bool IsRow(SqlText sql, int at)
    {
        if (at + 2 < sql.Count && sql.Is(at + 1, '.'))
            return sql.KindAt(at + 2) == SqlTokenKind.Operator;
        return !sql.Is(at - 1, '.') && !sql.Is(at - 1, "as");
    }
}
