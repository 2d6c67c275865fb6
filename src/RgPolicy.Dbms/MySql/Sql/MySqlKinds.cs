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
        "DROP",
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

    private static readonly string[] Explained =
    [
        "SELECT",
        "INSERT",
        "UPDATE",
        "DELETE",
        "REPLACE",
        "TABLE",
        "VALUES",
        "WITH",
    ];

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
            "EXPLAIN" or "DESCRIBE" or "DESC" => OfExplain(words, at + 1),
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
            "TABLE" when FillsTable(words, at + 1) => StatementKind.BulkLoad,
            _ => StatementKind.Utility,
        };
    }

    // VALUES also stands in the definition of a partition.
    private static bool FillsTable(MySqlKeywords words, int at) =>
        words.Has(at, "SELECT")
        || words.Has(at, "TABLE")
        || words.HasPair(at, "VALUES", ["ROW"])
        || words.HasPair(at, "AS", ["VALUES"]);

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
            "FORMAT" => Of(words, words.SkipTo(at, Explained)),
            _ => Of(words, at),
        };

    // MySQL's EXPLAIN ANALYZE carries the statement out in full.
    private static StatementKind OfExplain(MySqlKeywords words, int at) =>
        words.At(at) == "ANALYZE" ? Of(words, words.SkipTo(at, Explained)) : StatementKind.Utility;

    private static StatementKind OfSet(MySqlKeywords words, int at) =>
        words.At(at) == "STATEMENT" ? Of(words, words.SkipTo(at, ["FOR"]) + 1)
        : words.Has(at, "SELECT") ? StatementKind.Other
        : StatementKind.Utility;
}
