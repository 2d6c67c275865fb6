namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>Tells the kind of a statement of MySQL or MariaDB from its text; never throws.</summary>
internal static class MySqlKinds
{
    private static readonly FrozenSet<string> Utilities = WordList.Exact(
        """
        BEGIN CHANGE COMMIT DEALLOCATE DROP FLUSH GRANT HELP INSTALL KILL LOCK PREPARE PURGE RELEASE RENAME
        RESET REVOKE ROLLBACK SAVEPOINT SHOW SHUTDOWN SIGNAL START STOP TRUNCATE UNINSTALL UNLOCK USE XA
        """
    );

    private static readonly string[] Explained = WordList.Of("SELECT INSERT UPDATE DELETE REPLACE TABLE VALUES WITH");

    private static readonly string[] IndexWords = ["INDEX", "KEY", "UNIQUE", "FULLTEXT", "SPATIAL", "PRIMARY"];

    /// <summary>The kind; <see cref="StatementKind.Other"/> where nothing is recognised.</summary>
    public static StatementKind Of(string text, List<SqlToken> tokens) => Of(new MySqlKeywords(text, tokens), 0);

    // What carries out another statement may stand in front of another such: however many a client writes, no call
    // goes deeper for it.
    private static StatementKind Of(MySqlKeywords words, int at)
    {
        at = words.SkipOpening(at);
        while (CarriedOut(words, at) is { } inner)
            at = words.SkipOpening(inner);
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
            "ANALYZE" or "OPTIMIZE" or "REPAIR" or "CHECK" or "CHECKSUM" or "BACKUP" or "CACHE" =>
                StatementKind.Maintenance,
            "EXPLAIN" or "DESCRIBE" or "DESC" => StatementKind.Utility,
            "SET" => words.Has(at + 1, "SELECT") ? StatementKind.Other : StatementKind.Utility,
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

    // Of a table ANALYZE makes statistics.
    private static int? CarriedOut(MySqlKeywords words, int at) =>
        (words.At(at), words.At(at + 1)) switch
        {
            ("ANALYZE", "TABLE" or "LOCAL" or "NO_WRITE_TO_BINLOG") => null,
            ("ANALYZE", "FORMAT") => words.SkipTo(at, Explained),
            // MySQL's EXPLAIN ANALYZE carries the statement out in full.
            ("EXPLAIN" or "DESCRIBE" or "DESC", "ANALYZE") => words.SkipTo(at, Explained),
            ("ANALYZE", _) => at + 1,
            ("SET", "STATEMENT") => words.SkipTo(at + 1, ["FOR"]) + 1,
            _ => null,
        };
}

internal readonly struct MySqlKeywords(string text, List<SqlToken> tokens)
{
    /// <summary>The keyword there in capitals; null for anything else.</summary>
    public string? At(int index) =>
        index < tokens.Count && tokens[index].Kind == SqlTokenKind.Word
            ? tokens[index].In(text).ToString().ToUpperInvariant()
            : null;

    public int SkipOpening(int index)
    {
        while (index < tokens.Count && tokens[index].IsSymbol(text, '('))
            index++;
        return index;
    }

    public int Skip(int index, ReadOnlySpan<string> words)
    {
        while (At(index) is { } word && words.Contains(word))
            index++;
        return index;
    }

    public int SkipTo(int index, ReadOnlySpan<string> words)
    {
        while (index < tokens.Count && !(At(index) is { } word && words.Contains(word)))
            index++;
        return index;
    }

    public bool Has(int index, string word) => SkipTo(index, [word]) < tokens.Count;

    public bool HasPair(int index, string first, ReadOnlySpan<string> second)
    {
        for (var i = SkipTo(index, [first]); i < tokens.Count; i = SkipTo(i + 1, [first]))
            if (At(i + 1) is { } next && second.Contains(next))
                return true;
        return false;
    }

    /// <summary>The first of these words that stands in no parentheses, or null.</summary>
    public string? FirstOutside(int index, ReadOnlySpan<string> words)
    {
        var depth = 0;
        for (; index < tokens.Count; index++)
        {
            if (tokens[index].IsSymbol(text, '('))
                depth++;
            else if (tokens[index].IsSymbol(text, ')'))
                depth--;
            else if (depth <= 0 && At(index) is { } word && words.Contains(word))
                return word;
        }

        return null;
    }
}
