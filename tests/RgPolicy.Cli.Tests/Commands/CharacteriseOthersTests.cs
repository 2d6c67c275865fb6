using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary>What is not its own, <c>rgp characterise</c> leaves alone: files and sessions of others.</summary>
public sealed class CharacteriseOthersTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Characterise_FilesThatNoSweepWrote_AreNotWrittenOver()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        _folder.With("w.sql", "select 1;").With("out/policy.rgp", "// mine");

        var run = await CliRun.Of(
            "characterise",
            "--server",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            _folder.Path("w.sql"),
            "--sweep",
            "grant",
            "--allow-production",
            "--out-dir",
            _folder.Path("out")
        );

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("no sweep has written it", run.Error, StringComparison.Ordinal);
        Assert.Equal("// mine", await File.ReadAllTextAsync(_folder.Path("out/policy.rgp")));
    }

    /// <summary>Without pg_read_all_stats a role sees that others have sessions, and no more.</summary>
    [Fact]
    public async Task Characterise_OthersHaveSessions_IsRefusedForAnOrdinaryRoleToo()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("create role guest login");
        _folder.With("w.sql", "select 1;");
        await using var other = await cluster.OpenAsync();

        var run = await CliRun.Of(
            "characterise",
            "--server",
            cluster.Url("guest"),
            "--workload",
            _folder.Path("w.sql"),
            "--sweep",
            "grant",
            "--out-dir",
            _folder.Path("out")
        );

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("sessions of others", run.Error, StringComparison.Ordinal);
    }
}
