using System.Text.Json;
using RgPolicy.Testing.SqlServer.Servers;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary><c>rgp run --level enforce</c> on a SQL Server: hints come, are shown by the other
/// commands, and go.</summary>
public sealed class SqlServerHintTests : IDisposable
{
    private const string Policy = """
        language 1
        pool entry { cpu min 20%  maxdop 1 }
        pool heavy { cpu cap 40%  maxdop 2  grant 10% }
        class point -> entry when plan.shape = oltp
        default     -> heavy
        """;

    private const string Wanted = "OPTION (MAXDOP 1)";
    private const string Theirs = "OPTION (RECOMPILE)";
    private const string Password = "Keeper#1";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-hints-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [HintedServerTheory]
    [InlineData(2022, "standard")]
    public async Task Run_StatementOfAClass_GetsItsHintWhichIsShownAndGoesWithTheService(int release, string edition)
    {
        await using var server = await StartServerAsync(release, edition);
        await using var service = await StartServiceAsync(server);

        var plan = await RgpAsync(
            server,
            "plan",
            PolicyFile,
            "--server",
            server.Administrator.Target,
            "--journal",
            _folder
        );
        Assert.Contains(Wanted, plan.Output, StringComparison.Ordinal);
        var drift = await RgpAsync(
            server,
            "drift",
            PolicyFile,
            "--server",
            server.Administrator.Target,
            "--journal",
            _folder,
            "--output",
            "json"
        );
        var hint = Assert.Single(
            JsonDocument.Parse(drift.Output).RootElement.GetProperty("changes").EnumerateArray(),
            change =>
                change.GetProperty("kind").GetString() == "query_hint"
                && change.GetProperty("after").GetProperty("hint").GetString() == Wanted
        );
        Assert.Equal("none", hint.GetProperty("action").GetString());
        await AssertStatusHasItInForceAsync(server);
        await AssertReplacedHintIsDriftAsync(server);

        Assert.Equal(130, await service.InterruptAsync(Patience));
        Assert.Equal([Theirs], await HintsAsync(server));
    }

    private async Task AssertStatusHasItInForceAsync(TestServer server)
    {
        var status = await RgpAsync(
            server,
            "status",
            "--status-socket",
            Path.Combine(_folder, "status.sock"),
            "--output",
            "json"
        );

        var root = JsonDocument.Parse(status.Output).RootElement;
        var settings = root.GetProperty("pools")
            .EnumerateArray()
            .Single(pool => pool.GetProperty("name").GetString() == "entry")
            .GetProperty("settings");
        var maxdop = settings.EnumerateArray().Single(each => each.GetProperty("name").GetString() == "maxdop");
        Assert.Equal("next_execution", maxdop.GetProperty("effect").GetString());
        Assert.DoesNotContain("maxdop", root.GetProperty("not_enforced").ToString(), StringComparison.Ordinal);
    }

    /// <summary>An administrator sets another hint for the same query: that is drift, and stays theirs.</summary>
    private async Task AssertReplacedHintIsDriftAsync(TestServer server)
    {
        var query = Assert.Single(
            await server.TextsAsync(
                "rgp_test",
                "SELECT CONVERT(nvarchar(20), h.query_id) FROM sys.query_store_query_hints AS h WHERE "
                    + $"h.query_hint_text = N'{Wanted}'"
            )
        );
        await server.TextsAsync(
            "rgp_test",
            $"EXEC sys.sp_query_store_set_hints @query_id = {query}, @query_hints = N'{Theirs}'"
        );

        var drift = await RgpAsync(
            server,
            "drift",
            PolicyFile,
            "--server",
            server.Administrator.Target,
            "--journal",
            _folder
        );

        Assert.Equal(1, drift.ExitCode);
        Assert.Contains($"hint: {Theirs} -> {Wanted}", drift.Output, StringComparison.Ordinal);
    }

    [HintedServerTheory]
    [InlineData(2022, "enterprise")]
    public async Task Rollback_AfterTheServiceWasKilled_ClearsItsHints(int release, string edition)
    {
        await using var server = await StartServerAsync(release, edition);
        await using var service = await StartServiceAsync(server);
        service.Signal(ProcessControl.KillNow);
        Assert.True(await service.WaitAsync(Patience));
        Assert.NotEmpty(await HintsAsync(server));

        var rollback = await RgpAsync(
            server,
            "rollback",
            "--server",
            server.Administrator.Target,
            "--journal",
            _folder,
            "--yes"
        );

        Assert.True(rollback.ExitCode == 0, rollback.Errors);
        Assert.Contains("query hint rgp_test/", rollback.Output, StringComparison.Ordinal);
        Assert.Empty(await HintsAsync(server));
    }

    private string PolicyFile => Path.Combine(_folder, "hints.rgp");

    private static Task<TestServer> StartServerAsync(int release, string edition) =>
        TestServer.StartAsync(release, edition, new ServerSetup { Scenario = "observed" });

    private async Task<ChildProgram> StartServiceAsync(TestServer server)
    {
        await File.WriteAllTextAsync(PolicyFile, Policy);
        var connection = (server.Administrator with { User = "keeper" }).Target;
        var service = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "run",
                PolicyFile,
                "--server",
                connection,
                "--level",
                "enforce",
                "--for",
                "120s",
                "--journal",
                _folder,
                "--status-socket",
                Path.Combine(_folder, "status.sock"),
                "--pause-file",
                Path.Combine(_folder, "paused"),
            ],
            Secret(Password)
        );
        for (
            var waited = TimeSpan.Zero;
            !(await HintsAsync(server)).Contains(Wanted, StringComparer.Ordinal);
            waited += TimeSpan.FromMilliseconds(200)
        )
        {
            Assert.True(waited < Patience && !service.HasEnded, "no hint came: " + service.Errors);
            await Task.Delay(200);
        }

        return service;
    }

    private static Task<IReadOnlyList<string>> HintsAsync(TestServer server) =>
        server.TextsAsync("rgp_test", "SELECT query_hint_text FROM sys.query_store_query_hints");

    private static Task<(int ExitCode, string Output, string Errors)> RgpAsync(
        TestServer server,
        params string[] arguments
    ) => ChildProgram.RunAsync(ProductFiles.Rgp, arguments, Patience, Secret(server.AdministratorPassword));

    private static Dictionary<string, string?> Secret(string password) =>
        new(StringComparer.Ordinal) { ["RGPOLICY_PASSWORD"] = password };
}
