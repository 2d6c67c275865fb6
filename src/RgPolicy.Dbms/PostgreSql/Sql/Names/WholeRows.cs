using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>
/// Tells of which relations of a text every column may be meant without being named: by other names for its columns, by
/// NATURAL, by a star, or by the row as a whole, also as what a function is called on.
/// </summary>
internal static class WholeRows
{
    /// <summary>The places of these relations.</summary>
    public static ImmutableArray<int> Read(
        string text,
        List<SqlToken> tokens,
        RelationReader relations,
        bool[] isRelation
    )
    {
        var whole = relations.Whole.Where(place => place < relations.Found.Count).ToHashSet();
        var given = relations.Names.Select(n => n.Token).ToHashSet();
        var byName = relations
            .Names.Where(n => n.Range.To > n.Range.From)
            .ToLookup(n => n.Name, StringComparer.Ordinal);
        for (var at = 0; at < tokens.Count; at++)
            if (SqlName.IsName(tokens[at]) && !isRelation[at] && !given.Contains(at) && IsRow(text, tokens, at))
                whole.UnionWith(byName[SqlName.Of(text, tokens[at])].SelectMany(n => n.Range.Places));
        return [.. whole.Order()];
    }

    /// <summary>A name that stands alone, or before a star; behind a dot or AS it names something else.</summary>
    private static bool IsRow(string text, List<SqlToken> tokens, int at)
    {
        if (at + 2 < tokens.Count && tokens[at + 1].IsSymbol(text, '.'))
            return tokens[at + 2].Kind == SqlTokenKind.Operator;
        return at == 0 || !(tokens[at - 1].IsSymbol(text, '.') || tokens[at - 1].Is(text, "as"));
    }
}
