using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.History;

/// <summary>Reads what the server has counted of each statement: all at first, then what has run since.</summary>
internal sealed class DigestReader(int capacity, bool countsCpu)
{
    private const long PicosecondsPerTick = 100_000;

    // Clocks are told to the second, and a statement is counted a moment after it was seen last.
    private static readonly TimeSpan Overlap = TimeSpan.FromSeconds(5);

    private readonly LeastRecentlyUsed<string, string?> _forms = new(capacity);
    private readonly LeastRecentlyUsed<DigestKey, ImmutableDictionary<string, HistoryFacts>> _byKey = new(capacity);

    public async Task<List<KeyValuePair<DigestKey, HistoryFacts>>> ReadAsync(
        MySqlLink link,
        TimeSpan? age,
        CancellationToken cancellationToken
    )
    {
        if (age is null)
            _byKey.Clear();
        var changed = new HashSet<DigestKey>();
        await link.ReadAsync(
            Sql(link.IsMariaDb, countsCpu, age),
            row => Add(row, link.IsMariaDb, changed),
            cancellationToken
        );
        return [.. changed.Where(IsKept).Select(key => KeyValuePair.Create(key, SumOf(key)))];
    }

    // MySQL tells the digest of a running statement too. What never ended has none here: that goes by the text.
    private void Add(MySqlDataReader row, bool isMariaDb, HashSet<DigestKey> changed)
    {
        var (database, digest) = (row.GetString(0), row.GetString(1));
        var facts = new HistoryFacts(row.GetInt64(3), TimeOf(row, 4), TimeOf(row, 5), TimeOf(row, 7), null);
        if (!isMariaDb)
            changed.Add(Put(new DigestKey(database, digest), digest, facts));
        if (FormOf(digest, row.GetString(2), row.GetInt64(6)) is { } form)
            changed.Add(Put(new DigestKey(database, form), digest, facts));
    }

    // Where there are more than fit, the earliest have gone again.
    private bool IsKept(DigestKey key) => _byKey.TryGet(key, out _);

    private DigestKey Put(DigestKey key, string digest, HistoryFacts facts)
    {
        if (!_byKey.TryGet(key, out var digests))
            digests = ImmutableDictionary<string, HistoryFacts>.Empty;
        _byKey.Put(key, digests.SetItem(digest, facts));
        return key;
    }

    /// <summary>Digests that differ in what the form leaves out, such as the case of names, count as one.</summary>
    private HistoryFacts SumOf(DigestKey key)
    {
        var all = _byKey.TryGet(key, out var digests) ? digests.Values.ToArray() : [];
        if (all is [var only])
            return only;
        var executions = all.Sum(each => each.Executions ?? 0);
        return new HistoryFacts(
            executions,
            MeanOf(all, each => each.MeanElapsed, executions),
            all.Max(each => each.P95Elapsed),
            MeanOf(all, each => each.MeanCpu, executions),
            null
        );
    }

    private static TimeSpan? MeanOf(HistoryFacts[] all, Func<HistoryFacts, TimeSpan?> time, long executions) =>
        executions > 0 && Array.TrueForAll(all, each => time(each) is not null)
            ? TimeSpan.FromTicks(
                (long)(all.Sum(each => (double)(time(each)?.Ticks * each.Executions ?? 0)) / executions)
            )
            : null;

    private static TimeSpan? TimeOf(MySqlDataReader row, int column) =>
        row.IsDBNull(column) ? null : TimeSpan.FromTicks(row.GetInt64(column) / PicosecondsPerTick);

    private string? FormOf(string digest, string text, long mostBytes)
    {
        if (!_forms.TryGet(digest, out var form))
            _forms.Put(digest, form = DigestLength.MayBeCut(text, mostBytes) ? null : DigestForm.Of(text));
        return form;
    }

    /// <summary>MySQL from 8.0 on counts by duration too, and marks the digests that it cuts.</summary>
    private static string Sql(bool isMariaDb, bool countsCpu, TimeSpan? age)
    {
        var p95 = isMariaDb ? "NULL" : "CAST(QUANTILE_95 AS SIGNED)";
        var most = isMariaDb
            ? "CAST(LEAST(@@GLOBAL.max_digest_length, @@GLOBAL.performance_schema_max_digest_length) AS SIGNED)"
            : "9223372036854775807";
        var recent = age is { } since
            ? FormattableString.Invariant(
                $" AND LAST_SEEN >= NOW() - INTERVAL {(long)(since + Overlap).TotalSeconds} SECOND"
            )
            : "";
        // Nothing is counted there before 8.0.28, or while the consumer events_statements_cpu is off.
        var cpu = countsCpu ? "CAST(NULLIF(SUM_CPU_TIME, 0) DIV COUNT_STAR AS SIGNED)" : "NULL";
        return "SELECT COALESCE(SCHEMA_NAME, ''), DIGEST, DIGEST_TEXT, CAST(COUNT_STAR AS SIGNED), "
            + $"CAST(SUM_TIMER_WAIT DIV COUNT_STAR AS SIGNED), {p95}, {most}, {cpu} "
            + "FROM performance_schema.events_statements_summary_by_digest "
            + $"WHERE DIGEST IS NOT NULL AND DIGEST_TEXT IS NOT NULL AND COUNT_STAR > 0{recent}";
    }
}

/// <summary>What earlier executions are found by.</summary>
/// <param name="Database">The session's database; empty for none.</param>
/// <param name="Form">The statement's <see cref="DigestForm"/>.</param>
internal readonly record struct DigestKey(string Database, string Form);

/// <summary>Whether a digest's text can be the beginning of a longer statement's: MySQL ends such a text with dots,
/// MariaDB 10.11 does not. The server keeps a number of bytes: two for each word and sign, and for a name its length
/// besides. [MySQL manual, 29.10; MariaDB, sql/sql_digest.cc]</summary>
internal static class DigestLength
{
    private const int BytesOfToken = 2;
    private const int BytesOfLength = 2;

    // 64 characters of at most three bytes. An alias may be longer; one at that very place is not thought of.
    private const int LongestName = BytesOfToken + BytesOfLength + (64 * 3);

    /// <summary>True where the next name of the statement might not have found room.</summary>
    public static bool MayBeCut(string text, long most) =>
        SqlLexer.Tokens(text, SqlDialect.AnyMySql).Sum(token => BytesOf(text, token)) > most - LongestName;

    // A list of values, for which the server keeps one word, is taken for several: rather too long than too short.
    private static long BytesOf(string text, SqlToken token) =>
        BytesOfToken
        + (
            token.Kind == SqlTokenKind.QuotedName
                ? BytesOfLength + Encoding.UTF8.GetByteCount(token.In(text).Trim('`'))
                : 0
        );
}
