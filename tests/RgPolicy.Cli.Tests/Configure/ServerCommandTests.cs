using System.Runtime.Versioning;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Cli.Tests.Configure;

/// <summary>plan, apply, drift, rollback and import from the command line, on a real PostgreSQL server
/// and on none.</summary>
public sealed class ServerCommandTests
{
    private const string Policy =
        "language 1\npool fast { maxdop 0 }\npool slow { maxdop 3 grant 8 MiB }\nclass reports -> slow when "
        + "session.login = 'report'\ndefault -> fast\n";

    [Fact]
    public async Task PlanApplyDriftRollback_OnPostgreSql_GoThereAndBack()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("CREATE ROLE report LOGIN");
        using var folder = new TestFolder().With("roles.rgp", Policy);
        var target = cluster.Url(PostgresCluster.Superuser);

        var plan = await folder.Run(
            "plan",
            "roles.rgp",
            "--server",
            target,
            "--out",
            "plan.json",
            "--script",
            "plan.sql",
            "--detailed-exitcode"
        );
        Assert.Equal(10, plan.ExitCode);
        Assert.Contains("+ role setting report in postgres", plan.Output, StringComparison.Ordinal);
        Assert.Contains(
            "ALTER ROLE \"report\" IN DATABASE \"postgres\" SET work_mem TO '8192kB';",
            await File.ReadAllTextAsync(folder.Path("plan.sql")),
            StringComparison.Ordinal
        );
        Assert.Equal(1, (await folder.Run("drift", "roles.rgp", "--server", target)).ExitCode);

        var applied = await folder.Run("apply", "plan.json", "--journal", "journal", "--output", "json");
        Assert.True(applied.ExitCode == 0, applied.Error);
        Assert.Equal("done", applied.Json.GetProperty("outcome").GetProperty("status").GetString());
        Assert.Equal("rgp/apply/1", applied.Json.GetProperty("schema").GetString());
        Assert.Equal(0, (await folder.Run("drift", "roles.rgp", "--server", target)).ExitCode);
        Assert.Contains(
            "rgp rollback --off",
            (await folder.Run("rollback", "--server", target, "--journal", "another", "--yes")).Output,
            StringComparison.Ordinal
        );
        Assert.Equal(2, (await folder.Run("apply", "plan.json", "--journal", "journal")).ExitCode);

        Assert.Equal(2, (await folder.Run("rollback", "--server", target, "--journal", "journal")).ExitCode);
        var back = await folder.Run("rollback", "--server", target, "--journal", "journal", "--yes");
        Assert.True(back.ExitCode == 0, back.Error);
        Assert.Equal(1, (await folder.Run("drift", "roles.rgp", "--server", target)).ExitCode);
        var twice = await folder.Run("rollback", "--server", target, "--journal", "journal", "--yes");
        Assert.Contains("Nothing to roll back", twice.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("--off", twice.Output, StringComparison.Ordinal);
        var nothing = await folder.Run(
            "rollback",
            "--server",
            target,
            "--journal",
            "journal",
            "--yes",
            "--output",
            "json"
        );
        Assert.Equal(0, nothing.ExitCode);
        Assert.Equal("rgp/rollback/1", nothing.Json.GetProperty("schema").GetString());
        Assert.Equal(0, nothing.Json.GetProperty("steps").GetArrayLength());
        Assert.Equal(2, (await folder.Run("import", "--server", target)).ExitCode);
        var facts = await folder.Run("facts", "--server", target);
        Assert.Equal(0, facts.ExitCode);
        Assert.Equal("rgp/relations/1", facts.Json.GetProperty("schema").GetString());
    }

    [Fact]
    public async Task Apply_EditedPlan_IsRefused()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("CREATE ROLE report LOGIN");
        using var folder = new TestFolder().With("roles.rgp", Policy);
        await folder.Run("plan", "roles.rgp", "--server", cluster.Url(PostgresCluster.Superuser), "--out", "plan.json");
        var text = await File.ReadAllTextAsync(folder.Path("plan.json"));
        await File.WriteAllTextAsync(
            folder.Path("plan.json"),
            text.Replace("8192kB", "9192kB", StringComparison.Ordinal)
        );

        var run = await folder.Run("apply", "plan.json", "--journal", "journal");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("changed after it was made", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("another", "sealed by another key: on another host, or by another user")]
    [InlineData("unsealed", "no key has sealed it")]
    [InlineData("forged", "changed after it was made")]
    [InlineData("readable", "is not its owner's alone")]
    [InlineData("gone", "there is no key")]
    [UnsupportedOSPlatform("windows")]
    public async Task Apply_PlanThatTheHostsKeyDoesNotVouchFor_IsRefusedBeforeTheServerIsAsked(string what, string said)
    {
        using var folder = new TestFolder();
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("CREATE ROLE report LOGIN");
        folder.With("roles.rgp", Policy);
        CliContext Home(CliContext context) =>
            context with
            {
                EnvironmentVariable = name => name == "XDG_STATE_HOME" ? folder.Path("state") : null,
            };
        var target = cluster.Url(PostgresCluster.Superuser);
        var plan = await CliRun.Of(
            Home,
            "plan",
            folder.Path("roles.rgp"),
            "--server",
            target,
            "--out",
            folder.Path("plan.json")
        );
        Assert.True(plan.ExitCode == 0, plan.Error);
        var key = folder.Path(Path.Combine("state", "rgpolicy", "plan.key"));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(key));
        Tamper(what, key, folder.Path("plan.json"));

        var run = await CliRun.Of(Home, "apply", folder.Path("plan.json"), "--journal", folder.Path("journal"));

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(said, run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(folder.Path("journal")));
    }

    // Whoever edits a plan can make its digest anew, but not its seal.
    [UnsupportedOSPlatform("windows")]
    private static void Tamper(string what, string key, string planFile)
    {
        var plan = ChangePlanFile.Read(File.ReadAllText(planFile)).Plan!;
        switch (what)
        {
            case "another":
                File.WriteAllBytes(key, [.. Enumerable.Range(0, 32).Select(i => (byte)i)]);
                break;
            case "readable":
                File.SetUnixFileMode(key, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
                break;
            case "gone":
                File.Delete(key);
                break;
            default:
                var edited = ChangePlanFile.Seal(
                    plan with
                    {
                        Warnings = ["none"],
                        HostSeal = what == "unsealed" ? null : plan.HostSeal,
                    }
                );
                File.WriteAllText(planFile, ChangePlanFile.Write(edited));
                break;
        }
    }

    [Fact]
    public async Task Plan_FromSavedFacts_WritesScriptsWithoutAServer()
    {
        using var folder = new TestFolder();
        var samples = Path.Combine(RepositoryRoot.Path, "samples", "sqlserver");

        var run = await folder.Run(
            "plan",
            Path.Combine(samples, "resource_governor.rgp"),
            "--facts",
            Path.Combine(samples, "server.json"),
            "--script",
            "change.sql",
            "--detailed-exitcode"
        );

        Assert.True(run.ExitCode == 10, run.Error);
        Assert.Contains("+ resource pool rgp_reporting", run.Output, StringComparison.Ordinal);
        var (script, backOut) = (
            await File.ReadAllTextAsync(folder.Path("change.sql")),
            await File.ReadAllTextAsync(folder.Path("change.backout.sql"))
        );
        Assert.Contains("CREATE RESOURCE POOL [rgp_reporting]", script, StringComparison.Ordinal);
        Assert.Contains("DROP RESOURCE POOL [rgp_reporting]", backOut, StringComparison.Ordinal);
        Assert.All([script, backOut], text => Assert.Contains("\n:on error exit\n", text, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(2, "plan", "roles.rgp", "--server", "oracle://x")]
    [InlineData(2, "plan", "roles.rgp", "--server", "sqlserver://sa:secret@x")]
    [InlineData(2, "plan", "roles.rgp", "--server", "sqlserver://x:99999")]
    [InlineData(2, "plan", "roles.rgp", "--facts", "server.json", "--server", "sqlserver://sa@x")]
    [InlineData(2, "plan", "roles.rgp", "--facts", "roles.rgp")]
    [InlineData(3, "plan", "roles.rgp", "--facts", "missing.json")]
    [InlineData(2, "facts")]
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
