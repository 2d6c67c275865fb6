using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.PostgreSql.History;

/// <summary>Reads earlier executions from pg_stat_statements, without its texts.</summary>
internal static class PostgresStatementHistory
{
    /// <summary>Reads those of these statements, as their logins ran them or as roles that these can become.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="schema">The schema that the extension is installed in.</param>
    /// <param name="asked">The statements.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async Task<List<KeyValuePair<PostgresHistoryKey, HistoryFacts>>> ReadAsync(
        PostgresSession session,
        string schema,
        IReadOnlyCollection<PostgresHistoryKey> asked,
        CancellationToken cancellationToken
    )
    {
        await using var command = new NpgsqlCommand(Sql(schema), session.Connection);
        command.Parameters.Add(
            new NpgsqlParameter<long[]>
            {
                NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bigint,
                TypedValue = [.. asked.Select(a => a.QueryId)],
            }
        );
        command.Parameters.Add(
            new NpgsqlParameter<uint[]>
            {
                NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Oid,
                TypedValue = [.. asked.Select(a => a.Login)],
            }
        );
        var found = new List<KeyValuePair<PostgresHistoryKey, HistoryFacts>>();
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            var mean = TimeSpan.FromMilliseconds(reader.GetDouble(4));
            var facts = new HistoryFacts(reader.GetInt64(3), mean, null, null, reader.GetInt64(5))
            {
                MeanBuffers = reader.GetDouble(6),
            };
            found.Add(KeyValuePair.Create(Key(reader), facts));
        }

        return found;
    }

    private static PostgresHistoryKey Key(NpgsqlDataReader reader) =>
        new(reader.GetFieldValue<uint>(0), reader.GetFieldValue<uint>(1), reader.GetInt64(2));

    private static string Sql(string schema) =>
        $"""
            SELECT dbid, asked.login, queryid, sum(calls)::int8, sum(total_exec_time) / sum(calls),
                   (sum(shared_blks_read) * current_setting('block_size')::int8 / sum(calls))::int8,
                   (sum(shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read) / sum(calls))::float8
              FROM {PostgresSetup.Quote(schema)}.pg_stat_statements(false)
              JOIN (SELECT DISTINCT queryid, login FROM unnest($1, $2) a(queryid, login)) asked USING (queryid)
             WHERE pg_has_role(asked.login, userid, 'MEMBER')
             GROUP BY dbid, asked.login, queryid
            HAVING sum(calls) > 0
            """;
}
