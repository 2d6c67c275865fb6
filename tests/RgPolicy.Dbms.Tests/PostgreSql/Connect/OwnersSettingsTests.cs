using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.Tests.PostgreSql.Explain;
using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Connect;

/// <summary>What the owner of a database sets for all its sessions does not hold in RgPolicy's, whatever the version
/// lets him set.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class OwnersSettingsTests(PostgresVersionsFixture servers)
{
    // Everything that he may set, each to another value than the server's own; a time-out to the shortest there is.
    private const string Others = """
        SELECT s.name,
               CASE WHEN s.vartype = 'bool' THEN CASE s.setting WHEN 'on' THEN 'off' ELSE 'on' END
                    WHEN s.vartype = 'enum' THEN coalesce((SELECT v FROM unnest(s.enumvals) v WHERE v <> s.setting LIMIT 1), s.setting)
                    WHEN s.setting::numeric < s.max_val::numeric THEN (trunc(s.setting::numeric) + 1)::text ELSE s.min_val END
          FROM pg_settings s
         WHERE s.context = 'user' AND s.vartype <> 'string' AND s.name NOT IN ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
        """;

    private const string Left = """
        SELECT coalesce(string_agg(name || ' ' || setting, ', '), '')
          FROM pg_settings
         WHERE source = 'database' AND NOT (
                   starts_with(name, 'enable_') OR name LIKE '%\_cost' OR starts_with(name, 'min_parallel_')
                   OR name IN ('work_mem', 'hash_mem_multiplier', 'effective_cache_size', 'max_parallel_workers', 'max_parallel_workers_per_gather',
                               'parallel_leader_participation', 'effective_io_concurrency', 'constraint_exclusion', 'cursor_tuple_fraction'))
        """;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task GetAsync_OwnerSetWhatHeMay_PlansAreFetchedByTheServersSettings(int version)
    {
        var cluster = await servers.GetAsync(version);
        await cluster.ExecuteAsync("DROP DATABASE IF EXISTS owned");
        await cluster.ExecuteAsync("CREATE DATABASE owned OWNER app");
        await using (var owner = await cluster.OpenAsync("owned", PostgresVersionsFixture.Application))
        {
            foreach (var (name, value) in await OthersAsync(owner))
                await SetAsync(owner, name, $"'{value}'");
            foreach (
                var (name, value) in new[]
                {
                    ("search_path", "evil"),
                    ("local_preload_libraries", "there_is_none"),
                    ("role", "app"),
                    ("default_text_search_config", "'pg_catalog.english'"),
                    ("client_encoding", "SQL_ASCII"),
                    ("temp_tablespaces", "''"),
                    ("DateStyle", "German"),
                }
            )
                await SetAsync(owner, name, value);
        }

        var options = PostgresVersionsFixture.Observer(cluster);
        await using var sessions = new ExplainSessions(
            options,
            PostgresBackends.Own(isLocal: true),
            [],
            TimeProvider.System
        );
        var session = await sessions.ObserverAsync("owned", CancellationToken.None);
        await using (var command = new NpgsqlCommand(Left, session.Connection))
            Assert.Equal("", await command.ExecuteScalarAsync());
        await using var probe = new ExplainProbe(options, "owned");
        Assert.Equal(
            "re-explain",
            (await probe.AnswerAsync("SELECT relname FROM pg_class WHERE oid = 1")).Facts!.Source
        );
        Assert.Equal("", await probe.LeftoversAsync());
    }

    private static async Task<List<(string Name, string Value)>> OthersAsync(NpgsqlConnection owner)
    {
        var others = new List<(string Name, string Value)>();
        await using var command = new NpgsqlCommand(Others, owner);
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
            others.Add((reader.GetString(0), reader.GetString(1)));
        Assert.True(others.Count > 80, "the question finds nothing");
        return others;
    }

    private static async Task SetAsync(NpgsqlConnection owner, string name, string value)
    {
        await using var command = new NpgsqlCommand($"ALTER DATABASE owned SET \"{name}\" TO {value}", owner);
        await command.ExecuteNonQueryAsync();
    }
}
