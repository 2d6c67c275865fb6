namespace RgPolicy.Plans.Statements;

/// <summary>CREATE: an index build, a load (CREATE TABLE or MATERIALIZED VIEW ... AS), or a definition.</summary>
internal static class CreateCommand
{
    public static StatementKind Kind(KeywordReader tokens)
    {
        while (tokens.Next() is { } token)
        {
            if (token.Word == "INDEX")
                return StatementKind.IndexBuild;
            if (token.Word is "TABLE" or "MATERIALIZED")
                return tokens.Find(0, "AS") is not null ? StatementKind.BulkLoad : StatementKind.Utility;
            if (
                token.Word
                is not ("UNIQUE" or "GLOBAL" or "LOCAL" or "TEMP" or "TEMPORARY" or "UNLOGGED" or "OR" or "REPLACE")
            )
                return StatementKind.Utility;
        }

        return StatementKind.Utility;
    }
}
