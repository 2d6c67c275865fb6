namespace RgPolicy.Dbms.Texts;

/// <summary>A statement's text as it may be kept in a recording or shown in full. A text can hold a password, in the
/// many commands that take one and in calls of functions. So the commands and functions whose texts are kept as they
/// are, are listed here: queries and changes of rows are, unless they call a function that is not listed; what defines
/// or maintains tables is kept without its literals; of every other command its first word is kept.</summary>
internal static class RedactedText
{
    private static readonly FrozenSet<string> Queries = WordList.AnyCase(
        "select with values table insert replace update delete merge explain describe desc fetch move close begin start "
            + "commit end rollback abort savepoint release show"
    );

    /// <summary>Those of them that take no literal, unless more than transaction control is in them: MySQL starts replication
    /// with them, MariaDB a block of statements.</summary>
    private static readonly FrozenSet<string> WithoutText = WordList.AnyCase(
        "begin start commit end rollback abort savepoint release fetch move close"
    );

    private static readonly FrozenSet<string> WithoutLiterals = WordList.AnyCase(
        "analyze analyse vacuum reindex cluster refresh checkpoint optimize check checksum repair truncate drop lock unlock "
            + "copy call declare prepare execute deallocate discard"
    );

    private static readonly FrozenSet<string> Created = WordList.AnyCase(
        "or replace unique index temp temporary unlogged global local materialized view table"
    );

    /// <summary>Words of T-SQL, which has no sign between statements, with which another command may begin.</summary>
    private static readonly FrozenSet<string> OtherCommands = WordList.AnyCase(
        "add alter backup bulk create dbcc declare deny disable enable exec execute grant kill open print raiserror "
            + "reconfigure restore revert revoke send setuser"
    );

    /// <summary>Functions and key words that take no secret.</summary>
    private static readonly FrozenSet<string> Calls = WordList.AnyCase(
        "abs all and any array as avg between by case cast ceil ceiling char_length character_length coalesce concat "
            + "concat_ws conflict convert count cross cube current_date current_time current_timestamp date date_add date_part "
            + "date_sub date_trunc dateadd datediff datename datepart dateadd day dense_rank distinct else escape except "
            + "exists extract filter first_value floor from generate_series getdate greatest grouping having if iif in "
            + "interval intersect into isnull join json_value lag last_value lateral lead least left len length like "
            + "limit ln log lower lpad ltrim max min mod month not now ntile nullif nvl on only or order over overlaps "
            + "partition percentile_cont pg_sleep position power rank replace returning right rollup round row row_number "
            + "rows rpad rtrim select sets sign sleep some split_part sqrt stddev string_agg substr substring sum sumif "
            + "sysdate table ties to_char to_date to_number to_timestamp top trim trunc union unnest upper using values variance "
            + "when where within with year"
    );

    public static string Of(string text, string dbms)
    {
        var dialect = SqlDialects.Of(dbms);
        var tokens = SqlLexer.Tokens(text, dialect);
        var areQueries = true;
        for (
            var at = Begin(text, tokens, 0);
            at < tokens.Count;
            at = Begin(text, tokens, NextStatement(text, tokens, at))
        )
        {
            if (!Queries.Contains(WordAt(text, tokens, at)) && !KeepsNames(text, tokens, at))
                return FirstWord(text, tokens) + " ...";
            areQueries &= Queries.Contains(WordAt(text, tokens, at)) && !HasText(text, tokens, at, dialect);
        }

        return areQueries && !MayTakeSecret(text, tokens, dialect) && !MayHoldAnother(text, tokens, dialect)
            ? text
            : LiteralMask.Of(text, dbms);
    }

    private static string WordAt(string text, List<SqlToken> tokens, int at) =>
        at < tokens.Count && tokens[at].Kind == SqlTokenKind.Word ? tokens[at].In(text).ToString() : "";

    private static int Begin(string text, List<SqlToken> tokens, int at)
    {
        while (at < tokens.Count && (tokens[at].IsSymbol(text, '(') || tokens[at].IsSymbol(text, ';')))
            at++;
        return at;
    }

    private static int NextStatement(string text, List<SqlToken> tokens, int at)
    {
        while (at < tokens.Count && !tokens[at].IsSymbol(text, ';'))
            at++;
        return at;
    }

    // COPY runs programs, and CREATE TABLE connects to other servers: their options are literals.
    private static bool KeepsNames(string text, List<SqlToken> tokens, int at)
    {
        if (WithoutLiterals.Contains(WordAt(text, tokens, at)))
            return true;
        if (!tokens[at].Is(text, "create"))
            return false;
        while (Created.Contains(WordAt(text, tokens, ++at)))
            if (WordAt(text, tokens, at).ToUpperInvariant() is "TABLE" or "VIEW" or "INDEX")
                return true;
        return false;
    }

    private static bool HasText(string text, List<SqlToken> tokens, int at, SqlDialect dialect)
    {
        if (dialect == SqlDialect.TransactSql || !WithoutText.Contains(WordAt(text, tokens, at)))
            return false;
        for (; at < tokens.Count && !tokens[at].IsSymbol(text, ';'); at++)
            if (tokens[at].Kind is SqlTokenKind.Text or SqlTokenKind.Broken)
                return true;
        return false;
    }

    /// <summary>Whether a literal may end before it does here, where a session reads backslashes in another way, and a
    /// statement may begin in it.</summary>
    private static bool MayHoldAnother(string text, List<SqlToken> tokens, SqlDialect dialect) =>
        text.Contains(';', StringComparison.Ordinal) && tokens.Exists(t => LiteralMask.MayGoOn(text, t, dialect));

    private static string FirstWord(string text, List<SqlToken> tokens)
    {
        var first = Begin(text, tokens, 0);
        return WordAt(text, tokens, first).ToUpperInvariant();
    }

    private static bool MayTakeSecret(string text, List<SqlToken> tokens, SqlDialect dialect)
    {
        for (var at = 0; at < tokens.Count; at++)
        {
            var isCall =
                at + 1 < tokens.Count
                && tokens[at].Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName or SqlTokenKind.UnicodeName
                && tokens[at + 1].IsSymbol(text, '(');
            if (isCall && !Calls.Contains(WordAt(text, tokens, at)) && !IsFilled(text, tokens, at))
                return true;
            if (dialect == SqlDialect.TransactSql && at > 0 && OtherCommands.Contains(WordAt(text, tokens, at)))
                return true;
        }

        return false;
    }

    private static bool IsFilled(string text, List<SqlToken> tokens, int at)
    {
        while (at >= 2 && tokens[at - 1].IsSymbol(text, '.'))
            at -= 2;
        return at > 0 && (tokens[at - 1].Is(text, "into") || tokens[at - 1].Is(text, "with"));
    }
}
