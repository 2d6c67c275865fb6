using RgPolicy.Testing.SqlServer;
using RgPolicy.Testing.SqlServer.Pages;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>What the DBA's guide shows of plan, apply, drift, import and rollback is what they print, in the order in
/// which a new user tries them; and its statements for an emergency leave nothing behind.</summary>
public sealed class SqlServerPageTests : IDisposable
{
    private const string Password = "Dba#1";
    private const string Address = SqlServerPage.Address;
    private const string Policy = "samples/sqlserver/resource_governor.rgp";
    private static readonly string[] OwnObjects =
    [
        "SELECT name FROM sys.resource_governor_workload_groups WHERE name LIKE N'rgp[_]%'",
        "SELECT name FROM sys.resource_governor_resource_pools WHERE name LIKE N'rgp[_]%'",
        "SELECT name FROM sys.objects WHERE name LIKE N'rgp[_]classifier[_]%'",
    ];

    private readonly TestFolder _folder = new TestFolder()
        .With(Policy, File.ReadAllText(Path.Combine(RepositoryRoot.Path, Policy)))
        .With(
            "changed.rgp",
            File.ReadAllText(Path.Combine(RepositoryRoot.Path, Policy))
                .Replace("cpu cap     80%", "cpu cap     70%", StringComparison.Ordinal)
                .Replace("maxdop      8", "maxdop      6", StringComparison.Ordinal)
        );

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Commands_InTheOrderOfANewUser_PrintWhatThePageShows()
    {
        await using var server = await StartAsync();

        await TryAsync(server, $"rgp plan {Policy} --server {Address} --out change.json", exitCode: 0);
        await TryAsync(server, "rgp apply change.json", exitCode: 0);
        await TryAsync(server, $"rgp drift {Policy} --server {Address}", exitCode: 0);
        await TryAsync(server, $"rgp drift changed.rgp --server {Address}", exitCode: 1);
        await TryAsync(server, $"rgp import --server {Address}", exitCode: 0);
        await TryAsync(server, $"rgp rollback --server {Address} --yes", exitCode: 0);
        Assert.Empty(await TextsAsync(server, OwnObjects));
    }

    [Fact]
    public async Task FactsAndScripts_AsThePageSays_AreWrittenAndAreThePlanOfTheServer()
    {
        await using var server = await StartAsync();

        var facts = await RunAsync(server, $"rgp facts --server {Address} --out server.json");
        var saved = await RunAsync(server, $"rgp plan {Policy} --facts server.json --script change.sql");
        var live = await RunAsync(server, $"rgp plan {Policy} --server {Address} --script live.sql");

        Assert.Equal((0, 0, 0), (facts.ExitCode, saved.ExitCode, live.ExitCode));
        Assert.Equal(
            await File.ReadAllTextAsync(_folder.Path("live.sql")),
            await File.ReadAllTextAsync(_folder.Path("change.sql"))
        );
        Assert.True(File.Exists(_folder.Path("change.backout.sql")));
        Assert.Empty(await TextsAsync(server, OwnObjects));
    }

    [Fact]
    public async Task Doctor_OfALoginThatWatches_PrintsWhatThePageShows()
    {
        const string command = "rgp doctor --server sqlserver://watcher@sql01";
        await using var server = await StartAsync();

        var run = await _folder.RunWith(
            context => context with { EnvironmentVariable = name => name == "RGPOLICY_PASSWORD" ? Password : null },
            ["doctor", "--server", server.As("watcher", Password).Target]
        );

        Assert.Equal(0, run.ExitCode);
        Assert.True(SqlServerPage.Missing(command, run.Output) is null, run.Output);
    }

    /// <summary>For a DBA who wants to know what watching costs.</summary>
    [Fact]
    public async Task Cost_StatementOfThePage_Runs()
    {
        await using var server = await StartAsync();
        var statement = SqlServerPage
            .Blocks("sql")
            .Single(each => each.Contains("cpu_time", StringComparison.Ordinal))
            .Trim();

        await server.RunAsync(statement);

        Assert.Empty(server.NotUnderstood);
    }

    [Fact]
    public async Task Rules_OnAnyServer_AreSaidToActAtTheNextExecution()
    {
        _folder.With("rules.rgp", SqlServerPage.Policy("shrink next"));
        const string command = "rgp compile rules.rgp --profile windows";

        var run = await _folder.Run(command.Split(' ')[1..]);

        Assert.Equal(0, run.ExitCode);
        Assert.True(SqlServerPage.Missing(command, run.Output) is null, run.Output);
    }

    /// <summary>One after the other, with what the page calls POLICY and the listener.</summary>
    [Fact]
    public async Task Replicas_CommandsOfThePage_GoToEachReplicaOfTheListener()
    {
        await using var first = ScriptedServer.Start(new ScriptedServerOptions { Name = "SQL01" });
        await using var second = ScriptedServer.Start(new ScriptedServerOptions { Name = "SQL02" });
        var group = new ScriptedGroup("sales", [("SQL01", first.Port), ("SQL02", second.Port)], "SQL01")
        {
            Listener = "localhost",
        };
        first.Join(group);
        second.Join(group);
        var listener = string.Create(
            CultureInfo.InvariantCulture,
            $"sqlserver://sa@localhost:{first.Port}?encrypt=false"
        );

        foreach (var command in SqlServerPage.Indented("--replicas"))
        {
            var run = await _folder.RunWith(
                context =>
                    context with
                    {
                        EnvironmentVariable = name => name == "RGPOLICY_PASSWORD" ? ScriptedServer.Password : null,
                    },
                [
                    .. command
                        .Replace("POLICY", Policy, StringComparison.Ordinal)
                        .Replace("sqlserver://dba@listener", listener, StringComparison.Ordinal)
                        .Split(' ')[1..],
                    "--journal",
                    "journal",
                ]
            );

            Assert.True(run.ExitCode == 0, $"`{command}` ends with {run.ExitCode}\n{run.Output}{run.Error}");
            Assert.Contains("SQL01", run.Output, StringComparison.Ordinal);
            Assert.Contains("SQL02", run.Output, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("Report Server", "reports")]
    [InlineData("Microsoft Report Server", "reports")]
    [InlineData("SQL Server Management Studio", "default")]
    public async Task Sample_WhatReportingServicesSends_IsAReport(string app, string expected)
    {
        var run = await _folder.RunWith(
            context => context with { Input = CliRun.Input($$"""{"session.app":"{{app}}","session.login":"svc"}""") },
            "classify",
            "--policy",
            Policy
        );

        Assert.Equal(expected, run.Json.GetProperty("class").GetString());
    }

    [Fact]
    public async Task Emergency_StatementsOfThePage_RemoveEverything()
    {
        await using var server = await StartAsync();
        Assert.Equal(0, (await RunAsync(server, $"rgp apply {Policy} --server {Address} --yes")).ExitCode);
        Assert.NotEmpty(await TextsAsync(server, OwnObjects));
        var blocks = SqlServerPage
            .Blocks("sql")
            .Where(each => each.Contains("RESOURCE GOVERNOR", StringComparison.Ordinal));
        var (off, everything) = (blocks.First(), blocks.Last());

        await server.RunAsync(off);
        Assert.Equal(["0"], await server.TextsAsync("master", IsEnabled));
        var written = everything.IndexOf("SELECT N'DROP", StringComparison.Ordinal);
        var after = everything.IndexOf("-- and then", StringComparison.Ordinal);
        await server.RunAsync(everything[..written]);
        foreach (var statement in await TextsAsync(server, everything[written..after].Split("UNION ALL")))
            await server.RunAsync(statement);
        await server.RunAsync(everything[after..]);

        Assert.Empty(await TextsAsync(server, OwnObjects));
        Assert.Equal(["0"], await server.TextsAsync("master", IsEnabled));
    }

    private const string IsEnabled =
        "SELECT CONVERT(nvarchar(10), is_enabled) FROM sys.resource_governor_configuration";

    /// <summary>One after the other, for the small server of the tests knows no UNION.</summary>
    private static async Task<List<string>> TextsAsync(TestServer server, IEnumerable<string> queries)
    {
        var texts = new List<string>();
        foreach (var query in queries)
            texts.AddRange(await server.TextsAsync("master", query.Trim(' ', '\n', ';')));
        return texts;
    }

    private static Task<TestServer> StartAsync() =>
        TestServer.StartAsync(
            2022,
            "enterprise",
            new ServerSetup
            {
                Logins =
                [
                    $"sa:{ScriptedServer.Password}:sysadmin",
                    $"dba:{Password}:sysadmin",
                    $"watcher:{Password}:VIEW SERVER STATE,VIEW ANY DATABASE,VIEW ANY DEFINITION",
                ],
            }
        );

    /// <summary>Each line that the page shows, in its order; "..." stands for lines left out. The first line names the
    /// server, which is another one here.</summary>
    private async Task TryAsync(TestServer server, string command, int exitCode)
    {
        var run = await RunAsync(server, command);

        Assert.True(run.ExitCode == exitCode, $"`{command}` ends with {run.ExitCode}\n{run.Output}{run.Error}");
        var missing = SqlServerPage.Missing(command, run.Output);
        Assert.True(missing is null, $"`{command}` does not print: {missing}\n{run.Output}{run.Error}");
    }

    private Task<CliRun> RunAsync(TestServer server, string command) =>
        _folder.RunWith(
            context => context with { EnvironmentVariable = name => name == "RGPOLICY_PASSWORD" ? Password : null },
            [
                .. command.Replace(Address, server.As("dba", Password).Target, StringComparison.Ordinal).Split(' ')[
                    1..
                ],
                .. command.StartsWith("rgp facts", StringComparison.Ordinal)
                || command.StartsWith("rgp import", StringComparison.Ordinal)
                    ? Array.Empty<string>()
                    : ["--journal", "journal"],
            ]
        );
}
