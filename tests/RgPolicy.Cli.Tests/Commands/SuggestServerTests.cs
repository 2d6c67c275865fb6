using Npgsql;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary><c>rgp suggest --server</c>: from what a real server has counted.</summary>
public sealed class SuggestServerTests : IDisposable
{
    private const string Report = "o'brien\nclass x -> y";

    private const string Setup = """
        create extension pg_stat_statements;
        create role shop login;
        create role "o'brien
        class x -> y" login;
        create table orders as
          select i as id, i % 1000 as customer, date '2026-01-01' + i % 365 as day, repeat('x', 60) as note
            from generate_series(1, 200000) i;
        create unique index on orders (id);
        grant select on orders to public;
        grant update on orders to shop;
        analyze orders;
        select pg_stat_statements_reset();
        """;

    private const string Observer =
        "create role rgpolicy login; grant pg_read_all_stats, pg_read_all_settings to rgpolicy";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task Suggest_ServerOfAVersion_ThrottlesItsScansAndHoldsItsOwnTests(int version)
    {
        await using var cluster = await StartAsync(version);
        await RunAsync(cluster, "shop", 200, id => $"select note from orders where id = {id}");
        await RunAsync(cluster, "shop", 3, id => $"update orders set note = 'y' where id = {id}");
        await RunAsync(
            cluster,
            Report,
            4,
            id =>
                $"select customer, count(*) from orders where md5(md5(md5(note))) like '%{id}%' and day > date '2026-02-01' group by customer"
        );
        await RunAsync(cluster, PostgresCluster.Superuser, 2, _ => "select count(*) from orders");

        var run = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"), "--out", _folder.Path("first.rgp"));

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        var policy = await File.ReadAllTextAsync(_folder.Path("first.rgp"));
        Assert.Contains("class oltp -> critical", policy, StringComparison.Ordinal);
        Assert.True(policy.Contains("class scan -> polluters", StringComparison.Ordinal), policy);
        Assert.Contains("by o'brien?class x -> y", policy, StringComparison.Ordinal);
        Assert.Contains("neither applications nor times of day", policy, StringComparison.Ordinal);
        Assert.Contains("queries that are never governed", policy, StringComparison.Ordinal);
        Assert.Contains("Nothing was recorded, so it was not played", run.Output, StringComparison.Ordinal);
        var lint = await CliRun.Of("lint", _folder.Path("first.rgp"), "--fail-level", "warning");
        Assert.True(lint.ExitCode == 0, lint.Output);
        var test = await CliRun.Of("test", _folder.Path("first.rgp"));
        Assert.True(test.ExitCode == 0, test.Output);
    }

    [Fact]
    public async Task Suggest_ServerWithoutWhatCounts_SaysWhatToDo()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync(Observer);

        var without = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"));
        await cluster.ExecuteAsync("create extension pg_stat_statements");
        var idle = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"));
        await cluster.ExecuteAsync("revoke pg_read_all_stats from rgpolicy");
        var blind = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"));

        Assert.Equal([3, 3, 3], new[] { without.ExitCode, idle.ExitCode, blind.ExitCode });
        Assert.Contains("CREATE EXTENSION pg_stat_statements", without.Error, StringComparison.Ordinal);
        Assert.Contains("shared_preload_libraries", idle.Error, StringComparison.Ordinal);
        Assert.Contains("GRANT pg_read_all_stats TO \"rgpolicy\"", blind.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Suggest_ServerThatHasCountedNothing_SaysWhatToDo()
    {
        await using var cluster = await StartAsync(null);
        var reset = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"));
        await cluster.ExecuteAsync("alter role rgpolicy set compute_query_id = off");
        var off = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"));

        Assert.Equal([3, 3], new[] { reset.ExitCode, off.ExitCode });
        Assert.Contains("pg_stat_statements.track is not none", reset.Error, StringComparison.Ordinal);
        Assert.Contains("compute_query_id is off", off.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Suggest_RoleThatIsOnlySetAndDatabaseThatIsGone_AreNotAskedFor()
    {
        await using var cluster = await StartAsync(null);
        await cluster.ExecuteAsync(
            "create role reader nologin; grant reader to shop; grant select on orders to reader"
        );
        await using (var client = await cluster.OpenAsync("postgres", "shop"))
        {
            foreach (
                var sql in Enumerable
                    .Repeat("select count(*) from orders where note like '%y%'", 30)
                    .Prepend("set role reader")
            )
            {
                await using var command = new NpgsqlCommand(sql, client);
                await command.ExecuteNonQueryAsync();
            }
        }

        await cluster.ExecuteAsync("create database gone");
        await using (var client = await cluster.OpenAsync("gone", "shop"))
        {
            await using var command = new NpgsqlCommand("select 'gone', pg_sleep(0.01)", client);
            await command.ExecuteNonQueryAsync();
        }

        NpgsqlConnection.ClearAllPools();
        await cluster.ExecuteAsync("drop database gone with (force)");

        var run = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"), "--output", "json");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.DoesNotContain("reader", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("pg_sleep", run.Output, StringComparison.Ordinal);
        Assert.Equal(0, run.Json.GetProperty("unknown").GetArrayLength());
    }

    [Fact]
    public async Task Suggest_UpdateFromAServer_KeepsWhatTheSourceDoesNotTell()
    {
        await using var cluster = await StartAsync(null);
        await RunAsync(cluster, "shop", 5, id => $"select note from orders where id = {id}");
        var policy = Path.Combine(RepositoryRoot.Path, "policies", "htap.rgp");
        string[] arguments = ["suggest", "--server", cluster.Url("rgpolicy"), "--update", policy];

        var text = await CliRun.Of(arguments);
        var json = await CliRun.Of([.. arguments, "--output", "json"]);

        Assert.Contains("neither applications nor times of day", text.Output, StringComparison.Ordinal);
        Assert.Equal(1, json.Json.GetProperty("notes").GetArrayLength());
    }

    [Fact]
    public async Task Suggest_TextThatIsNoUtf8_IsReadWhereItRanAndElseSaysWhatToDo()
    {
        await using var cluster = await StartAsync(null);
        await cluster.ExecuteAsync(
            "create database plain template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'"
        );
        await cluster.ExecuteAsync("create extension pg_stat_statements", "plain");
        await using (
            var client = new NpgsqlConnection(
                cluster.ConnectionString("plain", "shop") + ";Encoding=iso-8859-1;Client Encoding=SQL_ASCII"
            )
        )
        {
            await client.OpenAsync();
            await using var command = new NpgsqlCommand("select 1 as \"caf\u00e9\"", client);
            await command.ExecuteNonQueryAsync();
        }

        var where = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy", "plain"));
        var elsewhere = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"));
        await cluster.ExecuteAsync(
            "select pg_stat_statements_reset(0, oid, 0) from pg_database where pg_encoding_to_char(encoding) = "
                + "'SQL_ASCII'"
        );
        await RunAsync(cluster, "shop", 5, id => $"select note from orders where id = {id}");
        var after = await CliRun.Of("suggest", "--server", cluster.Url("rgpolicy"));

        Assert.Equal((0, ""), (where.ExitCode, where.Error));
        Assert.Equal(3, elsewhere.ExitCode);
        Assert.Contains("pg_stat_statements_reset(0, oid, 0)", elsewhere.Error, StringComparison.Ordinal);
        Assert.Equal((0, ""), (after.ExitCode, after.Error));
    }

    [Fact]
    public async Task Suggest_SqlServerThatIsAway_SaysWhichAndWhatNext()
    {
        var run = await CliRun.Of("suggest", "--server", "sqlserver://sa@localhost:1");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("sqlserver://sa@localhost:1", run.Error, StringComparison.Ordinal);
        Assert.Contains("rgp record", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Suggest_BySuperuser_PlansNothingAndThrottlesNothing()
    {
        await using var cluster = await StartAsync(null);
        await RunAsync(cluster, "shop", 5, id => $"select count(*) from orders where note like '%{id}%'");

        var run = await CliRun.Of("suggest", "--server", cluster.Url(PostgresCluster.Superuser), "--output", "json");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal(0, run.Json.GetProperty("classes").GetArrayLength());
        Assert.Contains("superuser", run.Output, StringComparison.Ordinal);
        Assert.False(run.Json.TryGetProperty("replay", out _));
    }

    [Theory]
    [InlineData()]
    [InlineData("a.rgrec", "--server", "postgres://rgpolicy@localhost/postgres")]
    public async Task Suggest_NeitherOrBoth_IsAMistake(params string[] arguments)
    {
        var run = await CliRun.Of(["suggest", .. arguments]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("--server", run.Error, StringComparison.Ordinal);
    }

    private static async Task<PostgresCluster> StartAsync(int? version)
    {
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions { Version = version, PreloadLibraries = ["pg_stat_statements"] }
        );
        await cluster.ExecuteAsync(Observer + "; grant pg_read_all_data to rgpolicy");
        await cluster.ExecuteAsync(Setup);
        return cluster;
    }

    private static async Task RunAsync(PostgresCluster cluster, string user, int times, Func<int, string> sql)
    {
        await using var client = await cluster.OpenAsync("postgres", user);
        for (var id = 1; id <= times; id++)
        {
            await using var command = new NpgsqlCommand(sql(id), client);
            await command.ExecuteNonQueryAsync();
        }
    }
}
