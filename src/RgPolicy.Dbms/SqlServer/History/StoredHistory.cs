using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>Reads what finished executions took from the Query Store of a database: of the last seven days, over all
/// plans of a statement, those that neither failed nor were ended.</summary>
internal static class StoredHistory
{
    public static Task<List<KeyValuePair<HistoryKey, HistoryFacts>>> ReadAsync(
        SqlServerLink link,
        string database,
        IEnumerable<long> hashes,
        CancellationToken cancellationToken
    )
    {
        var asked = new HashList([.. hashes.Distinct()]);
        return link.QueryAsync(
            SqlCall.Of(Sql(SqlQuote.Name(database), asked), asked.Arguments),
            row => Read(row, database),
            cancellationToken
        );
    }

    // One interval can have several rows of a plan, in memory and on the disk: sums over executions count each once.
    private static string Sql(string database, HashList hashes) =>
        $"""
            SELECT CONVERT(bigint, q.query_hash), SUM(s.count_executions), SUM(s.count_executions * s.avg_duration),
                   SUM(s.count_executions * (s.avg_duration * s.avg_duration + s.stdev_duration * s.stdev_duration)), MAX(s.max_duration),
                   SUM(s.count_executions * s.avg_cpu_time), SUM(s.count_executions * s.avg_physical_io_reads)
              FROM {hashes.Table}
              JOIN {database}.sys.query_store_query AS q ON CONVERT(bigint, q.query_hash) = asked.hash
              JOIN {database}.sys.query_store_plan AS p ON p.query_id = q.query_id
              JOIN {database}.sys.query_store_runtime_stats AS s ON s.plan_id = p.plan_id
             WHERE s.execution_type = 0 AND s.last_execution_time > DATEADD(SECOND, -604800, SYSUTCDATETIME())
             GROUP BY q.query_hash OPTION (MAXDOP 1)
            """;

    private static KeyValuePair<HistoryKey, HistoryFacts> Read(DbDataReader row, string database)
    {
        var executions = Math.Max(1, (long)row.Number(1));
        var mean = row.Number(2) / executions;
        var slow = TailEstimate.Of(executions, mean, row.Number(3) / executions, row.Number(4));
        return new(
            new HistoryKey(database, row.GetInt64(0)),
            new HistoryFacts(
                executions,
                TimeSpan.FromMicroseconds(mean),
                TimeSpan.FromMicroseconds(slow),
                TimeSpan.FromMicroseconds(row.Number(5) / executions),
                (long)(row.Number(6) * SqlServerStatementHistory.PageBytes / executions)
            )
        );
    }
}

/// <summary>The 95th percentile of times of which number, mean, deviation and the longest are known,
/// and no single one.</summary>
internal static class TailEstimate
{
    /// <summary>Below so many the nearest rank of the 95th percentile is the last: the longest time itself.</summary>
    private const long RankedBelow = 20;

    /// <summary>The standard normal distribution's 95th percentile.</summary>
    private const double Normal95 = 1.6448536269514722;

    /// <summary>
    /// Of fewer than 20 the longest. Of more, that of the log-normal distribution with this mean and
    /// deviation, at most the longest: s² = ln(1 + (deviation / mean)²), p95 = mean · exp(1.645 s - s² / 2).
    /// </summary>
    /// <remarks><c>mean</c>: their mean, in any unit of time, as the others.</remarks>
    public static double Of(long count, double mean, double meanSquare, double longest)
    {
        if (count < RankedBelow)
            return longest;
        if (mean <= 0)
            return 0;
        var variance = Math.Log(Math.Max(1, meanSquare / (mean * mean)));
        return Math.Min(longest, mean * Math.Exp((Normal95 * Math.Sqrt(variance)) - (variance / 2)));
    }
}

/// <summary>Reads what finished executions took, from the statistics that the server keeps beside its cached plans, of
/// all databases together.</summary>
internal static class SqlServerStatementHistory
{
    public const long PageBytes = 8192;

    // The short table first and hashed: each cached plan is looked up in it once.
    private static string Sql(HashList hashes) =>
        $"""
            SELECT CONVERT(bigint, q.query_hash), SUM(q.execution_count), SUM(q.total_elapsed_time), SUM(q.total_worker_time),
                   SUM(q.total_physical_reads)
              FROM {hashes.Table}
             INNER HASH JOIN sys.dm_exec_query_stats AS q ON CONVERT(bigint, q.query_hash) = asked.hash
             GROUP BY q.query_hash OPTION (MAXDOP 1)
            """;

    public static Task<List<(long QueryHash, HistoryFacts Facts)>> ReadAsync(
        SqlServerLink link,
        IEnumerable<long> hashes,
        CancellationToken cancellationToken
    )
    {
        var asked = new HashList([.. hashes.Distinct()]);
        return link.QueryAsync(SqlCall.Of(Sql(asked), asked.Arguments), Read, cancellationToken);
    }

    private static (long QueryHash, HistoryFacts Facts) Read(DbDataReader row)
    {
        var executions = Math.Max(1, row.Long(1));
        return (
            row.GetInt64(0),
            new HistoryFacts(
                row.Long(1),
                TimeSpan.FromMicroseconds(row.Long(2) / executions),
                null,
                TimeSpan.FromMicroseconds(row.Long(3) / executions),
                row.Long(4) * PageBytes / executions
            )
        );
    }
}

/// <summary>
/// Hashes of queries as rows that a statement joins, so that the server finds each of its own in a
/// table instead of searching a text for it. There are few lengths, so that the server keeps few plans; what is left of
/// a length is NULL, which joins nothing.
/// </summary>
internal sealed class HashList(ImmutableArray<long> hashes)
{
    private static readonly ImmutableArray<int> Lengths = [8, 64, 512];

    private readonly int _length = Lengths.FirstOrDefault(length => length >= hashes.Length, hashes.Length);

    public string Table =>
        $"(VALUES {string.Join(", ", Numbers.Select(number => $"({Name(number)})"))}) AS asked (hash)";

    public SqlArgument[] Arguments =>
        [
            .. Numbers.Select(number =>
                number < hashes.Length
                    ? SqlArgument.Number(Name(number), hashes[number])
                    : SqlArgument.NoNumber(Name(number))
            ),
        ];

    private IEnumerable<int> Numbers => Enumerable.Range(0, _length);

    private static string Name(int number) => FormattableString.Invariant($"@h{number}");
}
