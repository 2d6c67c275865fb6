using RgPolicy.Plans.Sql;
using RgPolicy.Plans.Statements;

namespace RgPolicy.Plans;

/// <summary>Tells the kind of a statement from its text; never throws.</summary>
public static class StatementKindReader
{
    /// <summary>
    /// The kind of the first statement in <paramref name="sql"/>; <see cref="StatementKind.Other"/>
    /// where nothing is recognised.
    /// </summary>
    public static StatementKind FromText(string sql) => FromText(sql, SqlDialect.PostgreSql);

    /// <summary>The same of a text in another server's dialect.</summary>
    internal static StatementKind FromText(string sql, SqlDialect dialect)
    {
        var tokens = new KeywordReader(sql, dialect);
        return tokens.FirstWord() is { } first ? OfVerb(first.Word, first.Depth, tokens) : StatementKind.Other;
    }

    private static StatementKind OfVerb(string verb, int depth, KeywordReader tokens) =>
        verb switch
        {
            "SELECT" => SelectInto.IsNext(tokens, depth) ? StatementKind.BulkLoad : StatementKind.Select,
            "VALUES" or "TABLE" => StatementKind.Select,
            "WITH" => WithClause.Kind(tokens, depth),
            "INSERT" => StatementKind.Insert,
            "UPDATE" => StatementKind.Update,
            "DELETE" => StatementKind.Delete,
            "MERGE" => StatementKind.Merge,
            "COPY" => CopyCommand.Kind(tokens),
            "CREATE" => CreateCommand.Kind(tokens),
            "REINDEX" => StatementKind.IndexBuild,
            "VACUUM" or "ANALYZE" or "ANALYSE" or "CLUSTER" or "REFRESH" or "CHECKPOINT" or "REPACK" =>
                StatementKind.Maintenance,
            _ => UtilityVerbs.Contains(verb) ? StatementKind.Utility : StatementKind.Other,
        };

    private static readonly HashSet<string> UtilityVerbs = new(StringComparer.Ordinal)
    {
        "SET",
        "RESET",
        "SHOW",
        "BEGIN",
        "START",
        "COMMIT",
        "END",
        "ROLLBACK",
        "ABORT",
        "SAVEPOINT",
        "RELEASE",
        "EXPLAIN",
        "PREPARE",
        "EXECUTE",
        "DEALLOCATE",
        "DECLARE",
        "CLOSE",
        "LISTEN",
        "UNLISTEN",
        "NOTIFY",
        "DISCARD",
        "LOCK",
        "LOAD",
        "ALTER",
        "DROP",
        "TRUNCATE",
        "COMMENT",
        "GRANT",
        "REVOKE",
        "REASSIGN",
        "SECURITY",
        "IMPORT",
    };
}
