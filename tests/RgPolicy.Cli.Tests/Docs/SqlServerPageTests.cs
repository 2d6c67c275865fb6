using RgPolicy.Testing.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>What the DBA's guide shows of plan, apply, drift, import and rollback is what they print, in the order in
/// which a new user tries them; and its statements for an emergency leave nothing behind.</summary>
public sealed class SqlServerPageTests : IDisposable
{
    private const string Password = "Dba#1";
    private const string Address = "sqlserver://dba@sql01";
    private const string Policy = "samples/sqlserver/resource_governor.rgp";
    private static readonly string[] OwnObjects =
    [
        "SELECT name FROM sys.resource_governor_workload_groups WHERE name LIKE N'rgp[_]%'",
        "SELECT name FROM sys.resource_governor_resource_pools WHERE name LIKE N'rgp[_]%'",
        "SELECT name FROM sys.objects WHERE name LIKE N'rgp[_]classifier[_]%'",
    ];

    private static readonly string Page = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "sqlserver.md"))
        .ReplaceLineEndings("\n");

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

        await TryAsync(server, $"rgp plan {Policy} --target {Address} --out change.json", exitCode: 0);
        await TryAsync(server, "rgp apply change.json", exitCode: 0);
        await TryAsync(server, $"rgp drift {Policy} --target {Address}", exitCode: 0);
        await TryAsync(server, $"rgp drift changed.rgp --target {Address}", exitCode: 1);
        await TryAsync(server, $"rgp import --target {Address}", exitCode: 0);
        await TryAsync(server, $"rgp rollback --target {Address} --yes", exitCode: 0);
        Assert.Empty(await TextsAsync(server, OwnObjects));
    }

    [Fact]
    public async Task FactsAndScripts_AsThePageSays_AreWrittenAndAreThePlanOfTheServer()
    {
        await using var server = await StartAsync();

        var facts = await RunAsync(server, $"rgp facts --connect {Address} -o server.json");
        var saved = await RunAsync(server, $"rgp plan {Policy} --facts server.json --script change.sql");
        var live = await RunAsync(server, $"rgp plan {Policy} --target {Address} --script live.sql");

        Assert.Equal((0, 0, 0), (facts.ExitCode, saved.ExitCode, live.ExitCode));
        Assert.Equal(
            await File.ReadAllTextAsync(_folder.Path("live.sql")),
            await File.ReadAllTextAsync(_folder.Path("change.sql"))
        );
        Assert.True(File.Exists(_folder.Path("change.backout.sql")));
        Assert.Empty(await TextsAsync(server, OwnObjects));
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
        Assert.Equal(0, (await RunAsync(server, $"rgp apply {Policy} --target {Address} --yes")).ExitCode);
        Assert.NotEmpty(await TextsAsync(server, OwnObjects));
        var blocks = Blocks("```sql\n").Where(each => each.Contains("RESOURCE GOVERNOR", StringComparison.Ordinal));
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
            new ServerSetup { Logins = [$"sa:{ScriptedServer.Password}:sysadmin", $"dba:{Password}:sysadmin"] }
        );

    /// <summary>Each line that the page shows, in its order; "..." stands for lines left out. The first line names the
    /// server, which is another one here.</summary>
    private async Task TryAsync(TestServer server, string command, int exitCode)
    {
        var run = await RunAsync(server, command);

        Assert.True(run.ExitCode == exitCode, $"`{command}` ends with {run.ExitCode}\n{run.Output}{run.Error}");
        var printed = new Queue<string>(run.Output.Split('\n').Select(line => line.TrimEnd()));
        foreach (var line in Shown(command))
        {
            var isFound = false;
            while (!isFound && printed.TryDequeue(out var next))
                isFound = string.Equals(next, line, StringComparison.Ordinal);
            Assert.True(isFound, $"`{command}` does not print: {line}\n{run.Output}{run.Error}");
        }
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

    private static List<string> Shown(string command)
    {
        var block = Blocks("```console\n")
            .Single(each => each.Contains("$ " + command + "\n", StringComparison.Ordinal));
        var lines = block.Split('\n');
        var shown = lines[(Array.IndexOf(lines, "$ " + command) + 1)..]
            .TakeWhile(line => !line.StartsWith("$ ", StringComparison.Ordinal))
            .Select(line => line.TrimEnd())
            .Where(line => line is not ("" or "...") && !line.StartsWith("target ", StringComparison.Ordinal))
            .ToList();
        Assert.NotEmpty(shown);
        return shown;
    }

    private static List<string> Blocks(string fence) =>
        [.. Page.Split(fence)[1..].Select(each => each[..each.IndexOf("```", StringComparison.Ordinal)])];
}
