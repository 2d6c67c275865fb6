using System.Globalization;
using RgPolicy.Dbms.Caching;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.MySql.History;

/// <summary>Reads what the server has counted of each statement: all at first, then what has run since.</summary>
internal sealed class DigestReader(int capacity)
{
    private const long PicosecondsPerTick = 100_000;

    // Clocks are told to the second, and a statement is counted a moment after it was seen last.
    private static readonly TimeSpan Overlap = TimeSpan.FromSeconds(5);

    private readonly LeastRecentlyUsed<string, string?> _forms = new(capacity);

    /// <summary>What ran within the last <paramref name="age"/>, or ever.</summary>
    public async Task<List<KeyValuePair<DigestKey, HistoryFacts>>> ReadAsync(
        MySqlLink link,
        TimeSpan? age,
        CancellationToken cancellationToken
    )
    {
        var found = new List<KeyValuePair<DigestKey, HistoryFacts>>();
        await link.ReadAsync(
            Sql(link.IsMariaDb, age),
            row =>
            {
                if (FormOf(row.GetString(1), row.GetString(2), row.GetInt64(6)) is not { } form)
                    return;
                TimeSpan? p95 = row.IsDBNull(5) ? null : TimeSpan.FromTicks(row.GetInt64(5) / PicosecondsPerTick);
                var mean = TimeSpan.FromTicks(row.GetInt64(4) / PicosecondsPerTick);
                var facts = new HistoryFacts(row.GetInt64(3), mean, p95, null, null);
                found.Add(KeyValuePair.Create(new DigestKey(row.GetString(0), form), facts));
            },
            cancellationToken
        );
        return found;
    }

    private string? FormOf(string digest, string text, long mostBytes)
    {
        if (!_forms.TryGet(digest, out var form))
            _forms.Put(digest, form = DigestLength.MayBeCut(text, mostBytes) ? null : DigestForm.Of(text));
        return form;
    }

    /// <summary>MySQL from 8.0 on counts by duration too, and marks the digests that it cuts.</summary>
    private static string Sql(bool isMariaDb, TimeSpan? age)
    {
        var p95 = isMariaDb ? "NULL" : "CAST(QUANTILE_95 AS SIGNED)";
        var most = isMariaDb
            ? "CAST(LEAST(@@GLOBAL.max_digest_length, @@GLOBAL.performance_schema_max_digest_length) AS SIGNED)"
            : "9223372036854775807";
        var recent = age is { } since
            ? string.Create(
                CultureInfo.InvariantCulture,
                $" AND LAST_SEEN >= NOW() - INTERVAL {(long)(since + Overlap).TotalSeconds} SECOND"
            )
            : "";
        return "SELECT COALESCE(SCHEMA_NAME, ''), DIGEST, DIGEST_TEXT, CAST(COUNT_STAR AS SIGNED), "
            + $"CAST(SUM_TIMER_WAIT DIV COUNT_STAR AS SIGNED), {p95}, {most} "
            + "FROM performance_schema.events_statements_summary_by_digest "
            + $"WHERE DIGEST IS NOT NULL AND DIGEST_TEXT IS NOT NULL AND COUNT_STAR > 0{recent}";
    }
}
