namespace RgPolicy.Plans.Statements;

/// <summary>COPY: a load when it reads from outside, else the query that it sends out.</summary>
internal static class CopyCommand
{
    public static StatementKind Kind(KeywordReader tokens)
    {
        var token = tokens.Next();
        if (token is { Word: "(" })
            return OfQuery(tokens);
        while (token is { } next)
        {
            if (next is { Depth: 0, Word: "FROM" })
                return StatementKind.BulkLoad;
            if (next is { Depth: 0, Word: "TO" })
                return StatementKind.Select;
            token = tokens.Next();
        }

        return StatementKind.Other;
    }

    private static StatementKind OfQuery(KeywordReader tokens)
    {
        var first = tokens.FirstWord();
        return first?.Word switch
        {
            "INSERT" => StatementKind.Insert,
            "UPDATE" => StatementKind.Update,
            "DELETE" => StatementKind.Delete,
            "MERGE" => StatementKind.Merge,
            "WITH" => WithClause.Kind(tokens, first.Value.Depth),
            _ => StatementKind.Select,
        };
    }
}
