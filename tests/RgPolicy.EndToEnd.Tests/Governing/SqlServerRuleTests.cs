using RgPolicy.Testing.SqlServer.Pages;
using RgPolicy.Testing.SqlServer.Servers;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Rules about later executions on a SQL Server: hints for a statement that ran too long.</summary>
public sealed class SqlServerRuleTests : IDisposable
{
    private const string Wanted = "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = ";
    private const string Grant =
        "SELECT CONVERT(nvarchar(20), g.granted_memory_kb) FROM sys.dm_exec_query_memory_grants AS g";
    private const string Workers = "SELECT CONVERT(nvarchar(10), r.dop) FROM sys.dm_exec_requests AS r WHERE r.dop > 1";
    private const string Password = "Keeper#1";
    private const int HalfGrantKb = 32_768;
    private const int RoundingKb = 200; // a hint has two decimals of a percent
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan TwoExecutions = TimeSpan.FromSeconds(9);

    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-rules-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [PlayedServerTheory]
    [InlineData(2022, "enterprise")]
    public async Task Run_StatementThatRunsTooLong_RunsWithHalfFromItsNextExecutionOnAndGoesOnSo(
        int release,
        string edition
    )
    {
        await using var server = await TestServer.StartAsync(
            release,
            edition,
            new ServerSetup { Scenario = "repeated" }
        );
        // What was executed once only gets no hint.
        await Task.Delay(TwoExecutions);
        await using var service = await StartServiceAsync(server);

        await WaitForAsync(server, service);
        await Task.Delay(TwoExecutions);

        Assert.StartsWith(Wanted, Assert.Single(await HintsAsync(server)), StringComparison.Ordinal);
        Assert.Equal("2", await RunningAsync(server, Workers));
        Assert.InRange(
            int.Parse(await RunningAsync(server, Grant), CultureInfo.InvariantCulture),
            HalfGrantKb - RoundingKb,
            HalfGrantKb
        );
        Assert.Equal(130, await service.InterruptAsync(Patience));
        Assert.Empty(await HintsAsync(server));
        const string command = "rgp run rules.rgp --server sqlserver://keeper@sql01 --level enforce --journal J";
        var missing = SqlServerPage.Missing(command, service.Output + service.Errors, isEachNumberAny: true);
        Assert.True(missing is null, $"{missing}\n{service.Output}{service.Errors}");
        Assert.DoesNotContain("throttled", service.Output, StringComparison.Ordinal);
    }

    private async Task<ChildProgram> StartServiceAsync(TestServer server)
    {
        var policy = Path.Combine(_folder, "rules.rgp");
        // The page's own, with a time that a test can wait for.
        await File.WriteAllTextAsync(
            policy,
            SqlServerPage.Policy("shrink next").Replace("10 min", "1 s", StringComparison.Ordinal)
        );
        return ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "run",
                policy,
                "--server",
                (server.Administrator with { User = "keeper" }).Target,
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
            new Dictionary<string, string?>(StringComparer.Ordinal) { ["RGPOLICY_PASSWORD"] = Password }
        );
    }

    /// <summary>Between two executions there is nothing to be seen for a moment.</summary>
    private static async Task<string> RunningAsync(TestServer server, string query)
    {
        for (var waited = TimeSpan.Zero; ; waited += Look)
        {
            if (await server.TextsAsync("rgp_test", query) is [var value])
                return value;
            Assert.True(waited < Patience, "nothing runs");
            await Task.Delay(Look);
        }
    }

    private static async Task WaitForAsync(TestServer server, ChildProgram service)
    {
        for (
            var waited = TimeSpan.Zero;
            !(await HintsAsync(server)).Any(each => each.StartsWith(Wanted, StringComparison.Ordinal));
            waited += Look
        )
        {
            Assert.True(waited < Patience && !service.HasEnded, "no hint came: " + service.Errors);
            await Task.Delay(Look);
        }
    }

    private static Task<IReadOnlyList<string>> HintsAsync(TestServer server) =>
        server.TextsAsync("rgp_test", "SELECT query_hint_text FROM sys.query_store_query_hints");
}
