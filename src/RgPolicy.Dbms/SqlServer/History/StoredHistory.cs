using System.Data.Common;
using System.Globalization;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>
/// Reads what finished executions took from the Query Store of a database: of the last seven days, over
/// all plans of a statement, those that neither failed nor were ended.
/// </summary>
internal static class StoredHistory
{
    /// <summary>Reads those of these hashes.</summary>
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
        var executions = Math.Max(1, (long)Number(row, 1));
        var mean = Number(row, 2) / executions;
        var slow = TailEstimate.Of(executions, mean, Number(row, 3) / executions, Number(row, 4));
        return new(
            new HistoryKey(database, row.GetInt64(0)),
            new HistoryFacts(
                executions,
                TimeSpan.FromMicroseconds(mean),
                TimeSpan.FromMicroseconds(slow),
                TimeSpan.FromMicroseconds(Number(row, 5) / executions),
                (long)(Number(row, 6) * SqlServerStatementHistory.PageBytes / executions)
            )
        );
    }

    private static double Number(DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToDouble(row.GetValue(column), CultureInfo.InvariantCulture);
}
