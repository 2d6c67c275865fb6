using System.Text.Json;
using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.PostgreSql.Told;
using RgPolicy.Plans;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>A server with the tables of a set, and an observer that looks ten times a second.</summary>
internal sealed class QuerySetServer(
    int version,
    PostgresCluster cluster,
    PostgresObserver observer,
    TimeSpan patience,
    IReadOnlyDictionary<string, RelationFigures> relations
) : IAsyncDisposable
{
    private const string Database = "query_set";

    // A short text is met by few polls.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private int _sent;

    /// <summary>Makes the tables and their data, and connects.</summary>
    /// <param name="version">The server's major version.</param>
    /// <param name="cluster">The server.</param>
    /// <param name="set">The texts and their tables.</param>
    /// <param name="options">How much, and how long.</param>
    public static async Task<QuerySetServer> OpenAsync(
        int version,
        PostgresCluster cluster,
        QuerySet set,
        QuerySetOptions options
    )
    {
        await cluster.ExecuteAsync($"DROP DATABASE IF EXISTS {Database} (FORCE)");
        await cluster.ExecuteAsync($"CREATE DATABASE {Database} OWNER {PostgresVersionsFixture.Application}");
        await cluster.ExecuteAsync($"SET ROLE {PostgresVersionsFixture.Application};\n{set.Schema}", Database);
        var tables = await SchemaSketch.ReadAsync(cluster, Database, set.Schema, options.Rows);
        await MadeData.FillAsync(cluster, Database, tables, set.Texts, options.Seed);
        await cluster.ExecuteAsync(
            "GRANT USAGE ON SCHEMA public TO rgpolicy; GRANT SELECT ON ALL TABLES IN SCHEMA public TO rgpolicy",
            Database
        );
        var observer = await PostgresObserver.ConnectAsync(
            PostgresVersionsFixture.Observer(cluster) with
            {
                TrustedRoles = [PostgresVersionsFixture.Application],
            },
            TimeProvider.System,
            new PostgresObserverOptions { PollInterval = StatementWatch.Interval },
            CancellationToken.None
        );
        await observer.WarmUpAsync(CancellationToken.None);
        return new QuerySetServer(version, cluster, observer, options.Patience, await RelationsAsync(cluster));
    }

    /// <summary>What EXPLAIN ANALYZE measures; null where it does not end in time, or the made data do
    /// not suit the text.</summary>
    public async Task<MeasuredPlan?> MeasureAsync(QueryText query)
    {
        await using var connection = await cluster.OpenAsync(Database, PostgresVersionsFixture.Application);
        await RunAsync(
            connection,
            FormattableString.Invariant($"SET statement_timeout = '{patience.TotalSeconds:0}s'")
        );
        await using var command = new NpgsqlCommand(
            $"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SETTINGS, FORMAT JSON) {query.Text}",
            connection
        )
        {
            CommandTimeout = 0,
        };
        try
        {
            var plan = (string)(await command.ExecuteScalarAsync())!;
            return new MeasuredPlan(
                Judge(plan, new PlanReaderOptions()),
                Judge(MeasuredRows.InPlaceOfEstimates(plan), new PlanReaderOptions { Relations = relations }),
                TimeOf(plan)
            );
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.QueryCanceled || DataError.Is(e))
        {
            return null;
        }
    }

    /// <summary>Sends a text until something was told of it.</summary>
    public async Task<QueryAnswer> AskAsync(
        QueryText query,
        ParameterStyle? style,
        ParameterText sent,
        MeasuredPlan? measured
    )
    {
        var name = FormattableString.Invariant($"query {++_sent}");
        await using var session = await RepeatedText.StartAsync(cluster, Database, name, sent);
        var told = await new StatementWatch(observer, Patience).AskAsync(name, _ => true, [], () => session.Problem);
        return new QueryAnswer(version, query, style, told, measured);
    }

    /// <summary>The text with parameters, as many as the server finds types for; null where it has no value.</summary>
    public async Task<(ParameterStyle Style, ParameterText Text)?> ParametersAsync(QueryText query)
    {
        await using var connection = await cluster.OpenAsync(Database, PostgresVersionsFixture.Application);
        foreach (var style in Enum.GetValues<ParameterStyle>())
        {
            var text = ParameterText.Of(query.Text, style);
            if (text.Values.Length > 0 && await IsTakenAsync(connection, text))
                return (style, text);
        }

        return null;
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => observer.DisposeAsync();

    private static TimeSpan TimeOf(string plan)
    {
        using var document = JsonDocument.Parse(plan);
        return TimeSpan.FromMilliseconds(document.RootElement[0].GetProperty("Execution Time").GetDouble());
    }

    private static PlanProfile? Judge(string plan, PlanReaderOptions options) =>
        PlanReader.Read(plan, options).Statements[0].Profile;

    private static async Task<Dictionary<string, RelationFigures>> RelationsAsync(PostgresCluster cluster)
    {
        await using var connection = await cluster.OpenAsync(Database);
        await using var command = new NpgsqlCommand(
            """
            SELECT relname::text, CASE WHEN relkind = 'r' THEN reltuples::float8 END, relpages::float8
              FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
            """,
            connection
        );
        await using var reader = await command.ExecuteReaderAsync();
        var relations = new Dictionary<string, RelationFigures>(StringComparer.Ordinal);
        while (await reader.ReadAsync())
            relations[reader.GetString(0)] = new(reader.IsDBNull(1) ? null : reader.GetDouble(1), reader.GetDouble(2));
        return relations;
    }

    private static async Task<bool> IsTakenAsync(NpgsqlConnection connection, ParameterText text)
    {
        try
        {
            await RunAsync(connection, "DEALLOCATE ALL");
            await RunAsync(connection, $"PREPARE tried AS {text.Text}");
            await RunAsync(
                connection,
                $"EXPLAIN EXECUTE tried({string.Join(", ", text.Values.Select(value => $"'{value.Replace("'", "''", StringComparison.Ordinal)}'"))})"
            );
            return true;
        }
        catch (PostgresException)
        {
            return false;
        }
    }

    private static async Task RunAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync();
    }
}
