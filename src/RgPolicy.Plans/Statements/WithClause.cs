namespace RgPolicy.Plans.Statements;

/// <summary>WITH: the main verb decides, unless it only reads and a part of the list writes.</summary>
internal static class WithClause
{
    private static readonly string[] Verbs = ["SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE", "MERGE"];

    public static StatementKind Kind(KeywordReader tokens, int depth)
    {
        StatementKind? writing = null;
        while (tokens.Next() is { } token)
        {
            if (token.Depth < depth || token.Word == ";")
                break;
            if (token.Depth == depth && token.Word == "AS")
                writing ??= WritingPart(tokens, depth);
            else if (token.Depth == depth && IsMainVerb(token.Word))
                return Decide(token.Word, tokens, depth, writing);
        }

        return writing ?? StatementKind.Select;
    }

    private static StatementKind Decide(string verb, KeywordReader tokens, int depth, StatementKind? writing)
    {
        if (Of(verb) is { } kind)
            return kind;
        if (writing is { } part)
            return part;
        return verb == "SELECT" && SelectInto.IsNext(tokens, depth) ? StatementKind.BulkLoad : StatementKind.Select;
    }

    /// <summary>The verb at the start of a part: <c>AS [NOT] [MATERIALIZED] ( verb</c>.</summary>
    private static StatementKind? WritingPart(KeywordReader tokens, int depth)
    {
        var token = tokens.Next();
        while (token is { Word: "NOT" or "MATERIALIZED" })
            token = tokens.Next();
        if (token is not { Word: "(" } open || open.Depth != depth)
            return null;
        token = tokens.Next();
        while (token is { Word: "(" })
            token = tokens.Next();
        return token is { } first ? Of(first.Word) : null;
    }

    private static bool IsMainVerb(string word) => Verbs.Contains(word, StringComparer.Ordinal);

    private static StatementKind? Of(string verb) =>
        verb switch
        {
            "INSERT" => StatementKind.Insert,
            "UPDATE" => StatementKind.Update,
            "DELETE" => StatementKind.Delete,
            "MERGE" => StatementKind.Merge,
            _ => null,
        };
}

/// <summary>SELECT ... INTO, which loads a new table.</summary>
internal static class SelectInto
{
    /// <summary>True when INTO comes before anything that ends the select list; the list itself cannot
    /// hold the word unquoted.</summary>
    public static bool IsNext(KeywordReader tokens, int depth) =>
        tokens.Find(depth, "INTO", "FROM", "WHERE", "GROUP", "ORDER", "UNION", "EXCEPT", "INTERSECT")
            is { Word: "INTO" };
}
