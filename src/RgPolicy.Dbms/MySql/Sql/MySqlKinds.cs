using System.Collections.Frozen;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>Tells the kind of a statement of MySQL or MariaDB from its text; never throws.</summary>
internal static class MySqlKinds
{
    private static readonly FrozenSet<string> Utilities = new[]
    {
        "BEGIN",
        "CHANGE",
        "COMMIT",
        "DEALLOCATE",
        "DESC",
        "DESCRIBE",
        "DROP",
        "EXPLAIN",
        "FLUSH",
        "GRANT",
        "HELP",
        "INSTALL",
        "KILL",
        "LOCK",
        "PREPARE",
        "PURGE",
        "RELEASE",
        "RENAME",
        "RESET",
        "REVOKE",
        "ROLLBACK",
        "SAVEPOINT",
        "SHOW",
        "SHUTDOWN",
        "SIGNAL",
        "START",
        "STOP",
        "TRUNCATE",
        "UNINSTALL",
        "UNLOCK",
        "USE",
        "XA",
    }.ToFrozenSet(StringComparer.Ordinal);

    private static readonly string[] IndexWords = ["INDEX", "KEY", "UNIQUE", "FULLTEXT", "SPATIAL", "PRIMARY"];

    /// <summary>The kind; <see cref="StatementKind.Other"/> where nothing is recognised.</summary>
    public static StatementKind Of(string text, IReadOnlyList<MySqlToken> tokens) =>
        Of(new MySqlKeywords(text, tokens), 0);

    private static StatementKind Of(MySqlKeywords words, int at)
    {
        at = words.SkipOpening(at);
        return words.At(at) switch
        {
            "SELECT" or "VALUES" or "TABLE" => StatementKind.Select,
            "WITH" => OfMainVerb(words, at + 1),
            "INSERT" or "REPLACE" => StatementKind.Insert,
            "UPDATE" => StatementKind.Update,
            "DELETE" => StatementKind.Delete,
            "LOAD" => words.At(at + 1) is "DATA" or "XML" ? StatementKind.BulkLoad : StatementKind.Maintenance,
            "CREATE" => OfCreate(words, at + 1),
            "ALTER" => OfAlter(words, at + 1),
            "OPTIMIZE" or "REPAIR" or "CHECK" or "CHECKSUM" or "BACKUP" or "CACHE" => StatementKind.Maintenance,
            "ANALYZE" => OfAnalyze(words, at + 1),
            "SET" => OfSet(words, at + 1),
            var verb => verb is not null && Utilities.Contains(verb) ? StatementKind.Utility : StatementKind.Other,
        };
    }

    private static StatementKind OfMainVerb(MySqlKeywords words, int at) =>
        words.FirstOutside(at, ["SELECT", "UPDATE", "DELETE"]) switch
        {
            "UPDATE" => StatementKind.Update,
            "DELETE" => StatementKind.Delete,
            _ => StatementKind.Select,
        };

    private static StatementKind OfCreate(MySqlKeywords words, int at)
    {
        at = words.Skip(at, ["OR", "REPLACE", "ONLINE", "OFFLINE", "UNIQUE", "FULLTEXT", "SPATIAL", "TEMPORARY"]);
        return words.At(at) switch
        {
            "INDEX" => StatementKind.IndexBuild,
            "TABLE" when words.Has(at + 1, "SELECT") => StatementKind.BulkLoad,
            _ => StatementKind.Utility,
        };
    }

    private static StatementKind OfAlter(MySqlKeywords words, int at)
    {
        at = words.Skip(at, ["ONLINE", "OFFLINE", "IGNORE"]);
        return words.At(at) != "TABLE" ? StatementKind.Utility
            : words.HasPair(at + 1, "ADD", IndexWords) ? StatementKind.IndexBuild
            : StatementKind.Maintenance;
    }

    // Of a table its statistics are made; another statement is carried out.
    private static StatementKind OfAnalyze(MySqlKeywords words, int at) =>
        words.At(at) switch
        {
            "TABLE" or "LOCAL" or "NO_WRITE_TO_BINLOG" => StatementKind.Maintenance,
            "FORMAT" => Of(words, words.SkipTo(at, ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH"])),
            _ => Of(words, at),
        };

    private static StatementKind OfSet(MySqlKeywords words, int at) =>
        words.At(at) == "STATEMENT" ? Of(words, words.SkipTo(at, ["FOR"]) + 1)
        : words.Has(at, "SELECT") ? StatementKind.Other
        : StatementKind.Utility;
}
