using RgPolicy.Testing.SqlServer.Pages;
using RgPolicy.Testing.SqlServer.Servers;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>What the DBA's guide shows while a service keeps hints, in the order in which it shows it.</summary>
public sealed class SqlServerPageTests : IDisposable
{
    private const string Address = SqlServerPage.Address;
    private const string Ours = "OPTION (MAXDOP 1)";
    private const string Theirs = "OPTION (RECOMPILE)";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(200);

    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-page-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [PlayedServerTheory]
    [InlineData(2022, "enterprise")]
    public async Task Hints_InTheOrderOfThePage_AreShownAsThePageHasIt(int release, string edition)
    {
        await File.WriteAllTextAsync(Path.Combine(_folder, "hints.rgp"), SqlServerPage.Policy("pool entry"));
        await using var server = await TestServer.StartAsync(
            release,
            edition,
            new ServerSetup { Scenario = "observed" }
        );
        var applied = await RunAsync(server, $"rgp apply hints.rgp --server {Address} --journal J --yes");
        Assert.True(applied.ExitCode == 0, applied.Errors);

        await using (var service = Start(server))
        {
            await UntilAsync(
                async () => await HintAsync(server) == Ours,
                () => service.HasEnded ? service.Errors : null
            );
            await TryAsync(server, $"rgp plan hints.rgp --server {Address} --journal J", exitCode: 0);
            await TryAsync(server, $"rgp drift hints.rgp --server {Address} --journal J", exitCode: 0);
            await TryStatusAsync(server);
            service.Signal(ProcessControl.KillNow);
            Assert.True(await service.WaitAsync(Patience));
        }

        var query = await QueryAsync(server);
        await SetAsync(server, query, Theirs);
        await TryAsync(server, $"rgp drift hints.rgp --server {Address} --journal J", exitCode: 1, occasion: 2);
        await SetAsync(server, query, Ours);
        await TryAsync(server, $"rgp rollback --server {Address} --journal J --yes", exitCode: 0);
        Assert.Null(await HintAsync(server));
        await SetAsync(server, query, Ours);
        await TryEmergencyAsync(server, query);
    }

    /// <summary>Its columns, the pool with its CPUs, and why there are no masks; what runs where differs each
    /// time.</summary>
    private async Task TryStatusAsync(TestServer server)
    {
        const string command = "rgp status";
        await UntilAsync(
            async () =>
                SqlServerPage.Missing(
                    command,
                    (await RunAsync(server, $"{command} --status-socket status.sock")).Output,
                    isEachNumberAny: true,
                    beginnings: ["resource pool", "rgp_heavy", "query ", "masks "]
                )
                    is null,
            () => null
        );
    }

    private static async Task TryEmergencyAsync(TestServer server, string query)
    {
        var statements = SqlServerPage
            .Blocks("sql")
            .Single(each => each.Contains("sp_query_store_clear_hints", StringComparison.Ordinal));
        await server.RunAsync("USE rgp_test; " + statements.Replace("4711", query, StringComparison.Ordinal));
        Assert.Null(await HintAsync(server));
    }

    private async Task TryAsync(TestServer server, string command, int exitCode, int occasion = 1)
    {
        var run = await RunAsync(server, command);

        Assert.True(run.ExitCode == exitCode, $"`{command}` ends with {run.ExitCode}\n{run.Output}{run.Errors}");
        var missing = SqlServerPage.Missing(command, run.Output, occasion, isEachNumberAny: true);
        Assert.True(missing is null, $"`{command}` does not print: {missing}\n{run.Output}{run.Errors}");
    }

    private async Task<(int ExitCode, string Output, string Errors)> RunAsync(TestServer server, string command)
    {
        await using var program = ChildProgram.Start(
            ProductFiles.Rgp,
            command.Replace(Address, server.Administrator.Target, StringComparison.Ordinal).Split(' ')[1..],
            Secret(server.AdministratorPassword),
            _folder
        );
        Assert.True(await program.WaitAsync(Patience), command);
        return (program.ExitCode, program.Output, program.Errors);
    }

    private ChildProgram Start(TestServer server) =>
        ChildProgram.Start(
            ProductFiles.Rgp,
            string.Create(
                    CultureInfo.InvariantCulture,
                    $"run hints.rgp --server {(server.Administrator with { User = "keeper" }).Target} --level enforce "
                        + $"--journal J --for 120s --status-socket status.sock --pause-file paused"
                )
                .Split(' '),
            Secret("Keeper#1"),
            _folder
        );

    private static async Task<string?> HintAsync(TestServer server) =>
        (
            await server.TextsAsync("rgp_test", "SELECT query_hint_text FROM sys.query_store_query_hints")
        ).SingleOrDefault();

    private static async Task SetAsync(TestServer server, string query, string hint) =>
        await server.TextsAsync(
            "rgp_test",
            $"EXEC sys.sp_query_store_set_hints @query_id = {query}, @query_hints = N'{hint}'"
        );

    private static async Task<string> QueryAsync(TestServer server) =>
        Assert.Single(
            await server.TextsAsync(
                "rgp_test",
                "SELECT CONVERT(nvarchar(20), h.query_id) FROM sys.query_store_query_hints AS h"
            )
        );

    private static async Task UntilAsync(Func<Task<bool>> isSo, Func<string?> failure)
    {
        for (var waited = TimeSpan.Zero; !await isSo(); waited += Look)
        {
            Assert.True(waited < Patience && failure() is null, failure() ?? "it took too long");
            await Task.Delay(Look);
        }
    }

    private static Dictionary<string, string?> Secret(string password) =>
        new(StringComparer.Ordinal) { ["RGPOLICY_PASSWORD"] = password };
}
