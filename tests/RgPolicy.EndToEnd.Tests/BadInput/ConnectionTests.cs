using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.BadInput;

/// <summary>Servers that cannot be watched: a clear message, the right exit code, no secret told.</summary>
public sealed class ConnectionTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    private static string Policy => ProductFiles.Path("policies", "htap.rgp");

    [Fact]
    public async Task Run_UnreachableServer_EndsWith3AndSaysWhere()
    {
        var (code, _, errors) = await Rgp.RunAsync("run", Policy, "--server", "postgres://rgpolicy@127.0.0.1:1/bench");

        Assert.Equal(3, code);
        Rgp.AssertClear(errors, "127.0.0.1");
    }

    [Fact]
    public async Task Run_WrongPassword_EndsWith3AndDoesNotTellIt()
    {
        await fixture.Server.ExecuteAsync("alter role rgpolicy password 'right'", CancellationToken.None);
        const string Wrong = "very-wrong-secret";

        var (code, output, errors) = await Rgp.RunWithPasswordAsync(
            Wrong,
            "run",
            Policy,
            "--server",
            fixture.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database, overTcp: true)
        );

        Assert.Equal(3, code);
        Rgp.AssertClear(errors, "password");
        Assert.DoesNotContain(Wrong, output + errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("right", null, 0)]
    [InlineData("wrong", "right", 0)]
    [InlineData("wrong", null, 1)]
    public async Task Doctor_InAnOddEnvironment_GoesByWhatIsDocumented(string usual, string? own, int exitCode)
    {
        const string Database = "\"my \"\"db\"\"\"";
        await fixture.Server.ExecuteAsync("alter role rgpolicy password 'right'", CancellationToken.None);
        await fixture.Server.ExecuteAsync($"drop database if exists {Database}", CancellationToken.None);
        await fixture.Server.ExecuteAsync($"create database {Database}", CancellationToken.None);
        var environment = new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["PGPASSWORD"] = usual,
            ["RGPOLICY_PASSWORD"] = own,
            ["PGCLIENTENCODING"] = "LATIN1",
            ["PGOPTIONS"] = "-c no_such_setting=1",
            ["LC_ALL"] = "tr_TR.ISO-8859-9",
            ["HOME"] = "/proc",
            ["XDG_RUNTIME_DIR"] = "/proc",
        };

        var (code, output, errors) = await ChildProgram.RunAsync(
            ProductFiles.Rgp,
            [
                "doctor",
                "--level",
                "observe",
                "--server",
                fixture.Server.Cluster.Url(BenchRoles.Observer, "my%20%22db%22", overTcp: true),
            ],
            TimeSpan.FromSeconds(60),
            environment
        );

        Assert.True(code == exitCode, output + errors);
        Assert.Equal(exitCode == 1, errors.Contains("PGPASSWORD goes before", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_DatabaseThatDoesNotExist_EndsWith3AndNamesIt()
    {
        var (code, _, errors) = await Rgp.RunAsync(
            "run",
            Policy,
            "--server",
            fixture.Server.Cluster.Url(BenchRoles.Observer, "no_such_shop")
        );

        Assert.Equal(3, code);
        Rgp.AssertClear(errors, "no_such_shop");
    }

    [Fact]
    public async Task Doctor_RoleWithoutRights_SaysWhichAreMissingAndHowToGrantThem()
    {
        await fixture.Server.ExecuteAsync("create role powerless login", CancellationToken.None);

        var (code, output, errors) = await Rgp.RunAsync(
            "doctor",
            "--server",
            fixture.Server.Cluster.Url("powerless", BenchServer.Database)
        );

        Assert.Equal(1, code);
        Assert.Contains("pg_read_all_stats", output + errors, StringComparison.Ordinal);
        Assert.Contains("grant", output + errors, StringComparison.OrdinalIgnoreCase);
    }
}
