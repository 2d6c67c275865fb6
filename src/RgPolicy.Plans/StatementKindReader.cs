using RgPolicy.Plans.Sql;
using RgPolicy.Plans.Statements;

namespace RgPolicy.Plans;

/// <summary>Tells the kind of a statement from its text; never throws.</summary>
public static class StatementKindReader
{
    private static readonly HashSet<string> UtilityVerbs = new(
        (
            "SET RESET SHOW BEGIN START COMMIT END ROLLBACK ABORT SAVEPOINT RELEASE EXPLAIN PREPARE "
            + "EXECUTE DEALLOCATE DECLARE CLOSE LISTEN UNLISTEN NOTIFY DISCARD LOCK LOAD ALTER DROP "
            + "TRUNCATE COMMENT GRANT REVOKE REASSIGN SECURITY IMPORT"
        ).Split(' '),
        StringComparer.Ordinal
    );

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
            "SELECT" => OfSelect(tokens, depth),
            "VALUES" or "TABLE" => StatementKind.Select,
            "WITH" => OfWith(tokens, depth),
            "COPY" => OfCopy(tokens),
            "CREATE" => OfCreate(tokens),
            "REINDEX" => StatementKind.IndexBuild,
            "VACUUM" or "ANALYZE" or "ANALYSE" or "CLUSTER" or "REFRESH" or "CHECKPOINT" or "REPACK" =>
                StatementKind.Maintenance,
            _ => OfWrite(verb) ?? (UtilityVerbs.Contains(verb) ? StatementKind.Utility : StatementKind.Other),
        };

    private static StatementKind? OfWrite(string? verb) =>
        verb switch
        {
            "INSERT" => StatementKind.Insert,
            "UPDATE" => StatementKind.Update,
            "DELETE" => StatementKind.Delete,
            "MERGE" => StatementKind.Merge,
            _ => null,
        };

    /// <summary>A load where INTO comes before anything that ends the select list; the list itself cannot
    /// hold the word unquoted.</summary>
    private static StatementKind OfSelect(KeywordReader tokens, int depth) =>
        tokens.Find(depth, "INTO", "FROM", "WHERE", "GROUP", "ORDER", "UNION", "EXCEPT", "INTERSECT")
            is { Word: "INTO" }
            ? StatementKind.BulkLoad
            : StatementKind.Select;

    /// <summary>A load when it reads from outside, else the query that it sends out.</summary>
    private static StatementKind OfCopy(KeywordReader tokens)
    {
        var token = tokens.Next();
        if (token is { Word: "(" })
        {
            var first = tokens.FirstWord();
            return first is { Word: "WITH", Depth: var depth }
                ? OfWith(tokens, depth)
                : OfWrite(first?.Word) ?? StatementKind.Select;
        }

        for (; token is { } next; token = tokens.Next())
        {
            if (next is { Depth: 0, Word: "FROM" })
                return StatementKind.BulkLoad;
            if (next is { Depth: 0, Word: "TO" })
                return StatementKind.Select;
        }

        return StatementKind.Other;
    }

    /// <summary>An index build, a load (CREATE TABLE or MATERIALIZED VIEW ... AS), or a definition.</summary>
    private static StatementKind OfCreate(KeywordReader tokens)
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

    /// <summary>The main verb decides, unless it only reads and a part of the list writes.</summary>
    private static StatementKind OfWith(KeywordReader tokens, int depth)
    {
        StatementKind? writing = null;
        while (tokens.Next() is { } token)
        {
            if (token.Depth < depth || token.Word == ";")
                break;
            if (token.Depth != depth)
                continue;
            if (token.Word == "AS")
                writing ??= WritingPart(tokens, depth);
            else if (OfWrite(token.Word) is { } kind)
                return kind;
            else if (token.Word is "SELECT")
                return writing ?? OfSelect(tokens, depth);
            else if (token.Word is "VALUES" or "TABLE")
                break;
        }

        return writing ?? StatementKind.Select;
    }

    /// <summary>The verb at the start of a part: <c>AS [NOT] [MATERIALIZED] ( verb</c>.</summary>
    private static StatementKind? WritingPart(KeywordReader tokens, int depth)
    {
        var token = tokens.Next();
        while (token is { Word: "NOT" or "MATERIALIZED" })
            token = tokens.Next();
        if (token is not { Word: "(" } open || open.Depth != depth)
            return null;
        while (token is { Word: "(" })
            token = tokens.Next();
        return OfWrite(token?.Word);
    }
}
