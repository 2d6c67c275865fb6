using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

internal static class PostgresWorkload
{
    /// <summary>Reads the text of a file: statements that end with a semicolon, with names and weights before
    /// them.</summary>
    public static (TrialWorkload? Workload, string? Problem) Read(string text) =>
        WorkloadText.Check(WorkloadText.Read(text, SqlDialect.PostgreSql), ReadingOnly.Problem);

    /// <summary>The single statement that a text is, with all its literals; null where it is several, is cut, has
    /// parameters or may write.</summary>
    public static TrialStatement? ReadWhole(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        return
            tokens.All(token =>
                token.Kind is not (SqlTokenKind.Parameter or SqlTokenKind.Broken) && !token.In(text).SequenceEqual("?")
            ) && Read(text).Workload is { Statements: [var statement] }
            ? statement
            : null;
    }
}

/// <summary>Refuses what would let a session write after all, for it is only told not to, what the server carries out
/// even so, and what sets the very settings that are tried.</summary>
internal static class ReadingOnly
{
    // What reads, what frames it, and what the server itself refuses in a session that may only read.
    private static readonly string[] Known = WordList.Of(
        """
        select with values table show ( explain prepare execute deallocate
        declare fetch move close set reset begin start commit end rollback
        abort savepoint release insert update delete merge create drop truncate
        """
    );

    // Functions that act on sessions, files, other servers or the server as a whole, by how their names begin. The last
    // ones run a query that stands in a text.
    private static readonly string[] Acting = WordList.Of(
        """
        set_config pg_terminate_ pg_cancel_ pg_reload_ pg_rotate_ pg_promote pg_switch_
        pg_advisory_ pg_try_advisory_ pg_file_ pg_create_ pg_drop_ pg_replication_
        pg_stat_reset pg_logical_ pg_wal_ pg_backup_ pg_start_backup pg_stop_backup
        pg_notify dblink lo_ pg_stat_statements_reset pg_log_ pg_sync_ pg_import_
        query_to_xml cursor_to_xml
        """
    );

    private static readonly string[] Modes = ["transaction_read_only", "default_transaction_read_only"];
    private static readonly string[] Swept = ["work_mem", "hash_mem_multiplier", "max_parallel_workers_per_gather"];

    /// <summary>Why a text is refused, in words that follow its name; null where it is not.</summary>
    public static string? Problem(string text)
    {
        var words = SqlLexer
            .Tokens(text)
            .Select(token => token.In(text).Trim('"').ToString().ToLowerInvariant())
            .ToList();
        return words is not [var first, ..] ? null
            : HasCodedName(text) ? " has a name with codes of characters (U&), which is not read here: write it out"
            : !Known.Contains(first, StringComparer.Ordinal)
                ? $" begins with `{first}`: a workload that is tried may only read: leave it out"
            : words.Zip(words.Skip(1)).FirstOrDefault(IsActing) is { First: { } function }
                ? $" calls `{function}`, which does more than read: leave it out"
            : OpensForWrites(first, words, text)
                ? " lets its session write; a workload that is tried may only read: leave it out"
            : first is "set" or "reset"
            && words.Intersect(Swept, StringComparer.Ordinal).FirstOrDefault() is { } setting
                ? $" sets `{setting}`, which a sweep sets: leave it out"
            : null;
    }

    private static bool HasCodedName(string text) => text.Contains("U&\"", StringComparison.OrdinalIgnoreCase);

    private static bool IsActing((string Name, string Next) words) =>
        words.Next == "(" && Array.Exists(Acting, name => words.Name.StartsWith(name, StringComparison.Ordinal));

    // What a variable of a script stands for is not known here.
    private static bool OpensForWrites(string first, List<string> words, string text) =>
        first is "set" or "reset" or "begin" or "start"
        && (
            text.Contains(':', StringComparison.Ordinal)
            || words.Zip(words.Skip(1)).Contains(("read", "write"))
            || (
                first is "set" or "reset"
                && (words.Intersect(Modes, StringComparer.Ordinal).Any() || words is [_, "all"])
            )
        );
}
