namespace RgPolicy.Dbms.PostgreSql.Trials.Pgbench;

/// <summary>Reads pgbench's log, which has a line for each transaction: the client, its number, microseconds, the
/// script, and when it ended [PostgreSQL documentation, pgbench, Per-Transaction Logging].</summary>
internal static class PgbenchLog
{
    /// <summary>The mean of each script's transactions; null of one that was never drawn.</summary>
    /// <remarks><c>lines</c>: the log, each client's transactions in their order. <c>released</c>: when clients that
    /// had waited in their first transaction were let go.</remarks>
    public static ImmutableArray<TimeSpan?> Means(IEnumerable<string> lines, int scripts, DateTimeOffset released)
    {
        var times = new (double Sum, int Count)[scripts];
        var begun = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in lines)
        {
            var words = line.Split(' ');
            // In place of the time stands a word where a transaction has failed.
            if (
                words is not [var client, _, var took, var number, var second, var part, ..]
                || !double.TryParse(took, NumberStyles.None, CultureInfo.InvariantCulture, out var time)
                || !int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var script)
                || !long.TryParse(second, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
                || !long.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds)
                || script >= scripts
            )
                continue;
            var ended = DateTimeOffset.FromUnixTimeSeconds(seconds) + TimeSpan.FromMicroseconds(microseconds);
            if (begun.Add(client))
                time = Math.Min(time, (ended - released).TotalMicroseconds);
            times[script] = (times[script].Sum + Math.Max(time, 1), times[script].Count + 1);
        }

        return
        [
            .. times.Select(each =>
                each.Count == 0 ? (TimeSpan?)null : TimeSpan.FromMicroseconds(each.Sum / each.Count)
            ),
        ];
    }
}
