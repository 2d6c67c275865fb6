using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Cli.Tests.Configure;

/// <summary>plan, apply, drift, rollback and import from the command line, on a real PostgreSQL server and on none.</summary>
public sealed class ServerCommandTests
{
    private const string Policy = "language 1\npool fast { maxdop 0 }\npool slow { maxdop 3 grant 8 MiB }\nclass reports -> slow when session.login = 'report'\ndefault -> fast\n";

    [Fact]
    public async Task PlanApplyDriftRollback_OnPostgreSql_GoThereAndBack()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("CREATE ROLE report LOGIN");
        using var folder = new TestFolder().With("roles.rgp", Policy);
        var target = cluster.Url(PostgresCluster.Superuser);

        var plan = await folder.Run("plan", "roles.rgp", "--target", target, "--out", "plan.json", "--script", "plan.sql", "--detailed-exitcode");
        Assert.Equal(10, plan.ExitCode);
        Assert.Contains("+ role setting report in postgres", plan.Output, StringComparison.Ordinal);
        Assert.Contains("ALTER ROLE \"report\" IN DATABASE \"postgres\" SET work_mem TO '8192kB';", await File.ReadAllTextAsync(folder.Path("plan.sql")), StringComparison.Ordinal);
        Assert.Equal(1, (await folder.Run("drift", "roles.rgp", "--target", target)).ExitCode);

        var applied = await folder.Run("apply", "plan.json", "--journal", "journal", "--output", "json");
        Assert.True(applied.ExitCode == 0, applied.Error);
        Assert.Equal("done", applied.Json.GetProperty("outcome").GetProperty("status").GetString());
        Assert.Equal("rgp/apply/1", applied.Json.GetProperty("schema").GetString());
        Assert.Equal(0, (await folder.Run("drift", "roles.rgp", "--target", target)).ExitCode);
        Assert.Contains("rgp rollback --off", (await folder.Run("rollback", "--target", target, "--journal", "another", "--yes")).Output, StringComparison.Ordinal);
        Assert.Equal(2, (await folder.Run("apply", "plan.json", "--journal", "journal")).ExitCode);

        Assert.Equal(2, (await folder.Run("rollback", "--target", target, "--journal", "journal")).ExitCode);
        var back = await folder.Run("rollback", "--target", target, "--journal", "journal", "--yes");
        Assert.True(back.ExitCode == 0, back.Error);
        Assert.Equal(1, (await folder.Run("drift", "roles.rgp", "--target", target)).ExitCode);
        var twice = await folder.Run("rollback", "--target", target, "--journal", "journal", "--yes");
        Assert.Contains("Nothing to roll back", twice.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("--off", twice.Output, StringComparison.Ordinal);
        var nothing = await folder.Run("rollback", "--target", target, "--journal", "journal", "--yes", "--output", "json");
        Assert.Equal(0, nothing.ExitCode);
        Assert.Equal("rgp/rollback/1", nothing.Json.GetProperty("schema").GetString());
        Assert.Equal(0, nothing.Json.GetProperty("steps").GetArrayLength());
        Assert.Equal(2, (await folder.Run("import", "--target", target)).ExitCode);
    }

    [Fact]
    public async Task Apply_EditedPlan_IsRefused()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("CREATE ROLE report LOGIN");
        using var folder = new TestFolder().With("roles.rgp", Policy);
        await folder.Run("plan", "roles.rgp", "--target", cluster.Url(PostgresCluster.Superuser), "--out", "plan.json");
        var text = await File.ReadAllTextAsync(folder.Path("plan.json"));
        await File.WriteAllTextAsync(folder.Path("plan.json"), text.Replace("8192kB", "9192kB", StringComparison.Ordinal));

        var run = await folder.Run("apply", "plan.json", "--journal", "journal");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("changed after it was made", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, "plan", "roles.rgp", "--target", "oracle://x")]
    [InlineData(2, "plan", "roles.rgp", "--target", "sqlserver://sa:secret@x")]
    [InlineData(2, "plan", "roles.rgp", "--target", "sqlserver://x:99999")]
    [InlineData(3, "plan", "roles.rgp", "--target", "sqlserver://sa@127.0.0.1:1?encrypt=false")]
    [InlineData(2, "apply", "roles.rgp")]
    [InlineData(3, "apply", "missing.json")]
    [InlineData(2, "plan", "roles.rgp")]
    public async Task ServerCommands_Misuse_EndWithTheirCodeAndSayWhatNext(int exitCode, params string[] arguments)
    {
        using var folder = new TestFolder().With("roles.rgp", Policy);

        var run = await folder.Run(arguments);

        Assert.Equal(exitCode, run.ExitCode);
        Assert.True(run.LastErrorLine.Length > 0);
        Assert.DoesNotContain("secret", run.Error, StringComparison.Ordinal);
    }
}
