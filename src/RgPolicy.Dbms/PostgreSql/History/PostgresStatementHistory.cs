using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.PostgreSql.History;

/// <summary>Reads earlier executions from pg_stat_statements, without its texts.</summary>
internal static class PostgresStatementHistory
{
    /// <summary>Reads those of these query ids.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="schema">The schema that the extension is installed in.</param>
    /// <param name="queryIds">The server's query ids.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async Task<List<(uint Database, long QueryId, HistoryFacts Facts)>> ReadAsync(
        PostgresSession session,
        string schema,
        long[] queryIds,
        CancellationToken cancellationToken
    )
    {
        await using var command = new NpgsqlCommand(Sql(schema), session.Connection);
        command.Parameters.Add(
            new NpgsqlParameter<long[]>
            {
                NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bigint,
                TypedValue = queryIds,
            }
        );
        var found = new List<(uint, long, HistoryFacts)>();
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            var mean = TimeSpan.FromMilliseconds(reader.GetDouble(3));
            var facts = new HistoryFacts(reader.GetInt64(2), mean, null, null, reader.GetInt64(4))
            {
                MeanBuffers = reader.GetDouble(5),
            };
            found.Add((reader.GetFieldValue<uint>(0), reader.GetInt64(1), facts));
        }

        return found;
    }

    private static string Sql(string schema) =>
        $"""
            SELECT dbid, queryid, sum(calls)::int8, sum(total_exec_time) / sum(calls),
                   (sum(shared_blks_read) * current_setting('block_size')::int8 / sum(calls))::int8,
                   (sum(shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read) / sum(calls))::float8
              FROM {PostgresSetup.Quote(schema)}.pg_stat_statements(false)
             WHERE queryid = ANY ($1)
             GROUP BY dbid, queryid
            HAVING sum(calls) > 0
            """;
}
