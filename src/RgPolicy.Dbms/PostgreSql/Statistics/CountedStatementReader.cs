using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Statistics;

/// <summary>Reads what pg_stat_statements has counted, what took longest first. All versions from 14 on have these
/// columns.</summary>
internal static class CountedStatementReader
{
    private const int LongestText = 100_000;

    public static Task<List<CountedStatement>> ReadAsync(
        PostgresSession session,
        string schema,
        CancellationToken cancellationToken
    ) => PostgresQuery.ListAsync(session.Connection, Sql(schema), [], Read, cancellationToken);

    // A text is in the encoding of its own database: one that is not valid UTF-8 must not fail the others.
    private static CountedStatement Read(DbDataReader row) =>
        new(
            row.GetFieldValue<uint>(0),
            row.GetFieldValue<uint>(1),
            row.GetInt64(2),
            Encoding.UTF8.GetString(row.GetFieldValue<byte[]>(3)),
            row.GetBoolean(4)
        )
        {
            Calls = row.GetInt64(5),
            TotalMilliseconds = row.GetDouble(6),
            LongestMilliseconds = row.GetDouble(7),
            Buffers = row.GetDouble(8),
            ReadBytes = row.GetDouble(9),
            SpilledBytes = row.GetDouble(10),
            LogBytes = row.GetDouble(11),
        };

    public static async Task<(TimeSpan Counted, long Dropped)> ReadSpanAsync(
        PostgresSession session,
        string schema,
        CancellationToken cancellationToken
    )
    {
        var sql = $"""
            SELECT extract(epoch FROM clock_timestamp() - stats_reset)::float8, dealloc
              FROM {PostgresSetup.Quote(schema)}.pg_stat_statements_info()
            """;
        var spans = await PostgresQuery.ListAsync(
            session.Connection,
            sql,
            [],
            static row =>
                row.IsDBNull(0) ? default : (TimeSpan.FromSeconds(Math.Clamp(row.GetDouble(0), 0, 1e9)), row.Long(1)),
            cancellationToken
        );
        return spans.FirstOrDefault();
    }

    // In a database without an encoding the server would refuse to send what is not valid UTF-8, and all else with it.
    private const string SentAs =
        "CASE current_setting('server_encoding') WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END";

    // What a function runs is counted in what called it. What may not be read is shown as a remark in angle brackets.
    private static string Sql(string schema) =>
        $"""
            SELECT dbid, userid, queryid, convert_to(left(query, {LongestText}), {SentAs}), length(query) > {LongestText}, calls, total_exec_time, max_exec_time,
                   (shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read)::float8,
                   shared_blks_read::float8 * current_setting('block_size')::float8,
                   temp_blks_written::float8 * current_setting('block_size')::float8, wal_bytes::float8
              FROM {PostgresSetup.Quote(schema)}.pg_stat_statements(true)
             WHERE toplevel AND calls > 0 AND queryid IS NOT NULL AND query IS NOT NULL AND query NOT LIKE '<%'
             ORDER BY total_exec_time DESC, dbid, userid, queryid
            """;
}
