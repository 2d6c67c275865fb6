namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Tells of which relations of a text every column may be meant without being named: by other names for its
/// columns, by NATURAL, by a star, or by the row as a whole, also as what a function is called on.</summary>
internal static class WholeRows
{
    public static ImmutableArray<int> Read(
        string text,
        List<SqlToken> tokens,
        RelationReader relations,
        bool[] isRelation
    )
    {
        if (relations.HasNatural)
            return [.. Enumerable.Range(0, relations.Found.Count)];
        var given = relations.Names.Select(n => n.Token).ToHashSet();
        var rows = Enumerable
            .Range(0, tokens.Count)
            .Where(at =>
                SqlName.IsName(tokens[at]) && !isRelation[at] && !given.Contains(at) && IsRow(text, tokens, at)
            )
            .Select(at => SqlName.Of(text, tokens[at]))
            .ToHashSet(StringComparer.Ordinal);
        var byName = relations.Names.Where(n => rows.Contains(n.Name)).Select(n => n.Range);
        return PlaceRange.Union(relations.Whole.Concat(byName), relations.Found.Count);
    }

    /// <summary>A name that stands alone, or before a star; behind a dot or AS it names something else.</summary>
    private static bool IsRow(string text, List<SqlToken> tokens, int at)
    {
        if (at + 2 < tokens.Count && tokens[at + 1].IsSymbol(text, '.'))
            return tokens[at + 2].Kind == SqlTokenKind.Operator;
        return at == 0 || !(tokens[at - 1].IsSymbol(text, '.') || tokens[at - 1].Is(text, "as"));
    }
}
