using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Statistics;

/// <summary>Reads what the Query Store of one database has counted. Its views are read one by one and joined here: the
/// server knows nothing of how many rows they have, and joins them badly where there are many.</summary>
internal sealed class CountedQueryReader(SqlServerLink link, string database)
{
    private const int LongestText = 16_384;

    // Of a longer interval the hour in which it begins says little.
    private const int MinutesOfHour = 60;
    private const double Micro = 1e-6;

    private readonly string _database = SqlQuote.Name(database);

    public async Task<List<CountedQuery>> ReadAsync(CancellationToken cancellationToken)
    {
        var queries = await ReadQueriesAsync(cancellationToken);
        var plans = await ReadPlansAsync(cancellationToken);
        var found = new Dictionary<long, CountedQuery>();
        foreach (var counted in await link.QueryAsync(Counts, ReadCounts, cancellationToken))
        {
            if (!plans.TryGetValue(counted.PlanId, out var id) || !queries.TryGetValue(id, out var query))
                continue;
            var each = counted with { Hash = query.Hash, TextId = query.Text };
            found[each.Hash] = found.TryGetValue(each.Hash, out var same) ? same.With(each) : each;
        }

        var hours = await ReadHoursAsync(plans, queries, cancellationToken);
        return [.. found.Values.Select(each => each with { Hours = hours.GetValueOrDefault(each.Hash) })];
    }

    /// <summary>For how long it has counted; zero where it has counted nothing.</summary>
    public async Task<TimeSpan> ReadSpanAsync(CancellationToken cancellationToken)
    {
        var seconds = await link.QueryAsync(
            $"SELECT DATEDIFF(SECOND, MIN(start_time), SYSUTCDATETIME()) FROM {_database}.sys.query_store_runtime_stats_interval",
            row => row.Number(0),
            cancellationToken
        );
        return TimeSpan.FromSeconds(Math.Max(0, seconds.FirstOrDefault()));
    }

    /// <summary>The document of a plan; null where it is not there any more, or is nested too deeply to be
    /// stored.</summary>
    public async Task<string?> ReadPlanAsync(CountedQuery query, CancellationToken cancellationToken)
    {
        var call = SqlCall.Of(
            $"SELECT p.query_plan FROM {_database}.sys.query_store_plan AS p WHERE p.plan_id = @plan",
            SqlArgument.Number("@plan", query.PlanId)
        );
        var plans = await link.QueryLongAsync(call, row => LongText.ReadAsync(row, 0), cancellationToken);
        return plans.FirstOrDefault();
    }

    public async Task<CountedQuery> WithTextAsync(CountedQuery query, CancellationToken cancellationToken)
    {
        var sql = FormattableString.Invariant(
            $"""
            SELECT DATALENGTH(t.query_sql_text), SUBSTRING(t.query_sql_text, 1, {LongestText})
              FROM {_database}.sys.query_store_query_text AS t WHERE t.query_text_id = @text
            """
        );
        var call = SqlCall.Of(sql, SqlArgument.Number("@text", query.TextId));
        var texts = await link.QueryLongAsync(call, ReadTextAsync, cancellationToken);
        return texts is [(var text, var isCut), ..]
            ? query with
            {
                Text = ParameterList.Without(text),
                IsCut = isCut,
            }
            : query;
    }

    // A query without a hash is none that can be told from others.
    private async Task<Dictionary<long, (long Hash, long Text)>> ReadQueriesAsync(CancellationToken cancellationToken)
    {
        var queries = new Dictionary<long, (long Hash, long Text)>();
        await link.ReadAsync(
            "SELECT query_id, CONVERT(bigint, query_hash), query_text_id "
                + $"FROM {_database}.sys.query_store_query WHERE is_internal_query = 0",
            row =>
            {
                if (!row.IsDBNull(1) && row.GetInt64(1) != 0)
                    queries[row.GetInt64(0)] = (row.GetInt64(1), row.GetInt64(2));
            },
            cancellationToken
        );
        return queries;
    }

    private async Task<Dictionary<long, long>> ReadPlansAsync(CancellationToken cancellationToken)
    {
        var plans = new Dictionary<long, long>();
        await link.ReadAsync(
            $"SELECT plan_id, query_id FROM {_database}.sys.query_store_plan",
            row => plans[row.GetInt64(0)] = row.GetInt64(1),
            cancellationToken
        );
        return plans;
    }

    // One interval can have several rows of a plan, in memory and on the disk: sums over executions count each once.
    private string Counts =>
        $"""
            SELECT s.plan_id, SUM(s.count_executions), SUM(s.count_executions * s.avg_duration), MAX(s.max_duration),
                   SUM(s.count_executions * s.avg_cpu_time), SUM(s.count_executions * s.avg_physical_io_reads)
              FROM {_database}.sys.query_store_runtime_stats AS s GROUP BY s.plan_id OPTION (MAXDOP 1)
            """;

    private CountedQuery ReadCounts(DbDataReader row)
    {
        var seconds = row.Number(2) * Micro;
        return new CountedQuery(
            database,
            0,
            row.GetInt64(0),
            seconds,
            (long)row.Number(1),
            seconds,
            row.Number(3) * Micro,
            row.Number(4) * Micro,
            row.Number(5) * SqlServerStatementHistory.PageBytes
        );
    }

    // Hours in which executions ended: the store knows no other.
    private async Task<Dictionary<long, int>> ReadHoursAsync(
        Dictionary<long, long> plans,
        Dictionary<long, (long Hash, long Text)> queries,
        CancellationToken cancellationToken
    )
    {
        var hours = new Dictionary<long, int>();
        var minutes = await link.QueryAsync(
            $"SELECT interval_length_minutes FROM {_database}.sys.database_query_store_options",
            row => row.Number(0),
            cancellationToken
        );
        if (minutes is not [> 0 and <= MinutesOfHour, ..])
            return hours;
        var sql = $"""
            SELECT s.plan_id, DATEPART(HOUR, i.start_time)
              FROM {_database}.sys.query_store_runtime_stats AS s
              JOIN {_database}.sys.query_store_runtime_stats_interval AS i
                ON i.runtime_stats_interval_id = s.runtime_stats_interval_id
             GROUP BY s.plan_id, DATEPART(HOUR, i.start_time) OPTION (MAXDOP 1)
            """;
        await link.ReadAsync(
            sql,
            row =>
            {
                if (plans.TryGetValue(row.GetInt64(0), out var id) && queries.TryGetValue(id, out var query))
                    hours[query.Hash] = hours.GetValueOrDefault(query.Hash) | 1 << row.GetInt32(1);
            },
            cancellationToken
        );
        return hours;
    }

    private static async Task<(string Text, bool IsCut)> ReadTextAsync(DbDataReader row)
    {
        var bytes = row.Number(0);
        return (await LongText.ReadAsync(row, 1) ?? "", bytes > 2 * LongestText);
    }
}

/// <summary>The list of parameters with which the text of a parameterised statement begins, such as
/// <c>(@1 tinyint)SELECT ...</c>.</summary>
internal static class ParameterList
{
    /// <summary>The text after it; the same text where there is none.</summary>
    public static string Without(string text)
    {
        if (!text.StartsWith("(@", StringComparison.Ordinal))
            return text;
        var depth = 0;
        for (var index = 0; index < text.Length; index++)
        {
            depth += text[index] switch
            {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            if (depth == 0)
                return text[(index + 1)..].TrimStart();
        }

        return text;
    }
}
