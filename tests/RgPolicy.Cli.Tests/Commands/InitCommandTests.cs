using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary><c>rgp init</c> against a real server.</summary>
public sealed class InitCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(null, false)]
    [InlineData("no\n", false)]
    [InlineData("yes\n", true)]
    public async Task Init_ServerThatCounts_ProposesAllAndWritesOnlyAfterYes(string? answer, bool isWritten)
    {
        await using var cluster = await StartAsync();

        var run = await CliRun.Of(
            context =>
                context with
                {
                    WorkingDirectory = _folder.Root,
                    IsInputTerminal = answer is not null,
                    Input = new MemoryStream(Encoding.UTF8.GetBytes(answer ?? "")),
                },
            "init",
            "--server",
            cluster.Url(PostgresCluster.Superuser)
        );

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("CREATE ROLE \"rgpolicy\" LOGIN NOSUPERUSER", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("REVOKE", run.Output, StringComparison.Ordinal);
        Assert.Contains("\ndefault -> critical\n", run.Output, StringComparison.Ordinal);
        Assert.Contains("\nrgp run first.rgp --server ", run.Output, StringComparison.Ordinal);
        Assert.Equal(isWritten, File.Exists(_folder.Path("first.rgp")));
        Assert.Equal(["postgres", "shop"], await RolesAsync(cluster));
    }

    [Fact]
    public async Task Init_AsARoleThatReadsTheTables_ProposesClassesByPlan()
    {
        await using var cluster = await StartAsync();
        await cluster.ExecuteAsync(
            """
            create role rgpolicy login;
            grant pg_read_all_stats, pg_read_all_settings, pg_read_all_data to rgpolicy;
            """
        );

        var run = await _folder.Run("init", "--server", cluster.Url("rgpolicy"));

        Assert.Contains("\nclass oltp -> critical", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Init_WithYes_WritesAPolicyThatHolds()
    {
        await using var cluster = await StartAsync();

        var run = await _folder.Run("init", "--server", cluster.Url(PostgresCluster.Superuser), "--yes");
        var lint = await _folder.Run("lint", "first.rgp", "--fail-level", "warning");
        var again = await _folder.Run("init", "--server", cluster.Url(PostgresCluster.Superuser), "--yes");

        Assert.Equal((0, 0), (run.ExitCode, lint.ExitCode));
        Assert.Equal(2, again.ExitCode);
        Assert.Contains("`first.rgp` exists", again.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Init_NoServer_SaysSoAndWritesNothing()
    {
        var run = await _folder.Run("init", "--server", "postgres://rgpolicy@127.0.0.1:1/postgres", "--yes");

        Assert.Equal((3, ""), (run.ExitCode, run.Output));
        Assert.Contains("cannot be reached", run.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.Path("first.rgp")));
    }

    [Fact]
    public async Task Init_ConnectionThatCannotBeRead_EndsWithTwo()
    {
        var run = await _folder.Run("init", "--server", "oracle://x");

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
    }

    private static async Task<PostgresCluster> StartAsync()
    {
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions { PreloadLibraries = ["pg_stat_statements"] }
        );
        await cluster.ExecuteAsync(
            """
            create extension pg_stat_statements;
            create role shop login;
            create table orders as select i as id, repeat('x', 60) as note from generate_series(1, 20000) i;
            create unique index on orders (id);
            grant select on orders to public;
            analyze orders;
            select pg_stat_statements_reset();
            """
        );
        await using var client = await cluster.OpenAsync("postgres", "shop");
        for (var id = 0; id < 50; id++)
        {
            await using var command = new NpgsqlCommand($"select note from orders where id = {id}", client);
            await command.ExecuteNonQueryAsync();
        }

        return cluster;
    }

    private static async Task<List<string>> RolesAsync(PostgresCluster cluster)
    {
        await using var connection = await cluster.OpenAsync();
        await using var command = new NpgsqlCommand(
            "select rolname from pg_roles where rolname !~ '^pg_' order by 1",
            connection
        );
        await using var reader = await command.ExecuteReaderAsync();
        var roles = new List<string>();
        while (await reader.ReadAsync())
            roles.Add(reader.GetString(0));

        return roles;
    }
}
