using System.Data.Common;
using System.Globalization;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Statistics;

/// <summary>Reads what the Query Store of one database has counted.</summary>
/// <param name="link">A session with the server.</param>
/// <param name="database">The database.</param>
internal sealed class CountedQueryReader(SqlServerLink link, string database)
{
    private const int LongestText = 16_384;
    private const int TextsAtATime = 64;

    // Of a longer interval the hour in which it begins says little.
    private const int MinutesOfHour = 60;
    private const double Micro = 1e-6;

    private readonly string _database = SqlQuote.Name(database);

    /// <summary>Reads the queries, what took longest first.</summary>
    /// <param name="most">At most so many plans of queries.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="RgPolicy.Dbms.Configure.ConfigureException">They cannot be read.</exception>
    public async Task<List<CountedQuery>> ReadAsync(int most, CancellationToken cancellationToken)
    {
        var found = new Dictionary<long, CountedQuery>();
        foreach (var each in await link.QueryAsync(Counts(most), ReadCounts, cancellationToken))
            found[each.Hash] = found.TryGetValue(each.Hash, out var same) ? same.With(each) : each;
        var hours = await ReadHoursAsync(cancellationToken);
        var queries = found
            .Values.Select(each => each with { Hours = hours.GetValueOrDefault(each.Hash) })
            .OrderByDescending(each => each.Seconds)
            .ToList();
        return await WithTextsAsync(queries, cancellationToken);
    }

    /// <summary>For how long it has counted; zero where it has counted nothing.</summary>
    public async Task<TimeSpan> ReadSpanAsync(CancellationToken cancellationToken)
    {
        var seconds = await link.QueryAsync(
            $"SELECT DATEDIFF(SECOND, MIN(start_time), SYSUTCDATETIME()) FROM {_database}.sys.query_store_runtime_stats_interval",
            row => Number(row, 0),
            cancellationToken
        );
        return TimeSpan.FromSeconds(Math.Max(0, seconds.FirstOrDefault()));
    }

    /// <summary>The document of a plan; null where it is not there any more, or is nested too deeply to be
    /// stored.</summary>
    public async Task<string?> ReadPlanAsync(long plan, CancellationToken cancellationToken)
    {
        var call = SqlCall.Of(
            $"SELECT p.query_plan FROM {_database}.sys.query_store_plan AS p WHERE p.plan_id = @plan",
            SqlArgument.Number("@plan", plan)
        );
        var plans = await link.QueryLongAsync(call, row => LongText.ReadAsync(row, 0), cancellationToken);
        return plans.FirstOrDefault();
    }

    // One interval can have several rows of a plan, in memory and on the disk: sums over executions count each once.
    private string Counts(int most) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            SELECT TOP ({most}) CONVERT(bigint, q.query_hash), p.plan_id, SUM(s.count_executions),
                   SUM(s.count_executions * s.avg_duration) AS together, MAX(s.max_duration),
                   SUM(s.count_executions * s.avg_cpu_time), SUM(s.count_executions * s.avg_physical_io_reads)
              FROM {_database}.sys.query_store_query AS q
              JOIN {_database}.sys.query_store_plan AS p ON p.query_id = q.query_id
              JOIN {_database}.sys.query_store_runtime_stats AS s ON s.plan_id = p.plan_id
             WHERE q.is_internal_query = 0
             GROUP BY q.query_hash, p.plan_id ORDER BY together DESC OPTION (MAXDOP 1)
            """
        );

    private CountedQuery ReadCounts(DbDataReader row)
    {
        var seconds = Number(row, 3) * Micro;
        return new CountedQuery(
            database,
            row.GetInt64(0),
            row.GetInt64(1),
            seconds,
            (long)Number(row, 2),
            seconds,
            Number(row, 4) * Micro,
            Number(row, 5) * Micro,
            Number(row, 6) * SqlServerStatementHistory.PageBytes
        );
    }

    private async Task<Dictionary<long, int>> ReadHoursAsync(CancellationToken cancellationToken)
    {
        var hours = new Dictionary<long, int>();
        var minutes = await link.QueryAsync(
            $"SELECT interval_length_minutes FROM {_database}.sys.database_query_store_options",
            row => Number(row, 0),
            cancellationToken
        );
        if (minutes is not [> 0 and <= MinutesOfHour, ..])
            return hours;
        var sql = $"""
            SELECT CONVERT(bigint, q.query_hash), DATEPART(HOUR, i.start_time)
              FROM {_database}.sys.query_store_query AS q
              JOIN {_database}.sys.query_store_plan AS p ON p.query_id = q.query_id
              JOIN {_database}.sys.query_store_runtime_stats AS s ON s.plan_id = p.plan_id
              JOIN {_database}.sys.query_store_runtime_stats_interval AS i
                ON i.runtime_stats_interval_id = s.runtime_stats_interval_id
             WHERE q.is_internal_query = 0
             GROUP BY q.query_hash, DATEPART(HOUR, i.start_time) OPTION (MAXDOP 1)
            """;
        foreach (var (hash, hour) in await link.QueryAsync(sql, ReadHour, cancellationToken))
            hours[hash] = hours.GetValueOrDefault(hash) | 1 << hour;
        return hours;
    }

    private static (long Hash, int Hour) ReadHour(DbDataReader row) => (row.GetInt64(0), row.GetInt32(1));

    private async Task<List<CountedQuery>> WithTextsAsync(
        List<CountedQuery> queries,
        CancellationToken cancellationToken
    )
    {
        var texts = new Dictionary<long, (string Text, bool IsCut)>();
        foreach (var some in queries.Select(each => each.PlanId).Chunk(TextsAtATime))
        {
            var asked = new HashList([.. some]);
            var call = SqlCall.Of(Texts(asked), asked.Arguments);
            foreach (var (plan, text, isCut) in await link.QueryLongAsync(call, ReadTextAsync, cancellationToken))
                texts[plan] = (text, isCut);
        }

        return
        [
            .. queries.Select(each =>
                texts.TryGetValue(each.PlanId, out var found)
                    ? each with
                    {
                        Text = ParameterList.Without(found.Text),
                        IsCut = found.IsCut,
                    }
                    : each
            ),
        ];
    }

    private string Texts(HashList asked) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            SELECT p.plan_id, DATALENGTH(t.query_sql_text), SUBSTRING(t.query_sql_text, 1, {LongestText})
              FROM {asked.Table}
              JOIN {_database}.sys.query_store_plan AS p ON p.plan_id = asked.hash
              JOIN {_database}.sys.query_store_query AS q ON q.query_id = p.query_id
              JOIN {_database}.sys.query_store_query_text AS t ON t.query_text_id = q.query_text_id
            """
        );

    private static async Task<(long Plan, string Text, bool IsCut)> ReadTextAsync(DbDataReader row)
    {
        var (plan, bytes) = (row.GetInt64(0), Number(row, 1));
        return (plan, await LongText.ReadAsync(row, 2) ?? "", bytes > 2 * LongestText);
    }

    private static double Number(DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToDouble(row.GetValue(column), CultureInfo.InvariantCulture);
}
