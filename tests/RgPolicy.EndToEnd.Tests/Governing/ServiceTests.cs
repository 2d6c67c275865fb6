using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using System.Text.RegularExpressions;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary><c>rgp service run</c> as a service manager runs it, with a real server and one that cannot
/// be reached.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed partial class ServiceTests(GovernedFixture fixture)
    : IClassFixture<GovernedFixture>,
        IAsyncLifetime,
        IDisposable
{
    private const int Hangup = 1;
    private const string Token = "0123456789abcdef0123456789abcdef";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-service-").FullName;
    private readonly Socket _manager = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
    private ChildProgram? _service;

    private string Policy => Path.Combine(_directory, "htap.rgp");

    private string Careful => Path.Combine(_directory, "careful.rgp");

    private string TokenFile => Path.Combine(_directory, "console.token");

    private string Config => Path.Combine(_directory, "appsettings.json");

    private Dictionary<string, string?> Environment =>
        new(StringComparer.Ordinal)
        {
            ["RUNTIME_DIRECTORY"] = Path.Combine(_directory, "run"),
            ["STATE_DIRECTORY"] = Path.Combine(_directory, "state"),
            ["NOTIFY_SOCKET"] = Path.Combine(_directory, "notify"),
            ["WATCHDOG_USEC"] = "3000000",
            ["DOTNET_TieredCompilation"] = "0",
        };

    public async Task InitializeAsync()
    {
        if (!System.Environment.IsPrivilegedProcess)
            return;
        await fixture.Governed.Service.InterruptAsync(Patience);
        _manager.Bind(new UnixDomainSocketEndPoint(Path.Combine(_directory, "notify")));
        File.Copy(ProductFiles.Path("policies", "htap.rgp"), Policy);
        File.Copy(Policy, Careful);
        await File.WriteAllTextAsync(TokenFile, Token);
        File.SetUnixFileMode(TokenFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        await File.WriteAllTextAsync(
            Config,
            JsonSerializer.Serialize(
                new
                {
                    RgPolicy = new
                    {
                        Listen = "0",
                        TokenFile = "console.token",
                        Targets = new Dictionary<string, object>(StringComparer.Ordinal)
                        {
                            ["main"] = new
                            {
                                Policy = "htap.rgp",
                                Level = "enforce",
                                Audit = "audit.jsonl",
                                Connect = fixture.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database),
                                Sidecar = fixture.Governed.SidecarSocket,
                                SidecarState = fixture.Governed.StateDirectory,
                                ShowText = "no-literals",
                                Simulated = "day.json",
                            },
                            ["careful"] = new
                            {
                                Policy = "careful.rgp",
                                ApprovePolicy = "true",
                                Minutes = "kept",
                                Connect = fixture.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database),
                            },
                            ["away"] = new { Policy = "htap.rgp", Connect = "postgres://nobody@127.0.0.1:1/none" },
                        },
                    },
                }
            )
        );
        _service = ChildProgram.Start(ProductFiles.Rgp, ["service", "run", "--config", Config], Environment);
    }

    public async Task DisposeAsync()
    {
        if (_service is not null)
            await _service.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    public void Dispose() => _manager.Dispose();

    [RootFact]
    public async Task Run_OneTargetAway_GovernsTheOtherAndTellsTheManager()
    {
        Assert.Contains("READY=1\nSTATUS=2 of 3 targets watched; away: ", Told("READY=1"), StringComparison.Ordinal);
        await using (await LiveQuery.StartGovernedAsync(fixture.Server))
        {
            Assert.Contains("WATCHDOG=1", Told("WATCHDOG"), StringComparison.Ordinal);
        }

        var (code, output, errors) = await AskAsync("status", "--instance", "main");
        Assert.True(code == 0, errors);
        Assert.Contains("level enforce", output, StringComparison.Ordinal);

        (code, output, errors) = await AskAsync("status");
        Assert.Equal(3, code);
        Assert.Contains("== main", output, StringComparison.Ordinal);
        Assert.Contains("The target away is not governed, and tried again: ", errors, StringComparison.Ordinal);

        (code, output, _) = await AskAsync("status", "--output", "json");
        using var document = JsonDocument.Parse(output);
        Assert.Equal(
            "rgp/status/1",
            document.RootElement.GetProperty("targets").GetProperty("main").GetProperty("schema").GetString()
        );
        Assert.Equal(3, code);
    }

    [RootFact]
    public async Task Pause_OfOneTarget_LetsItGo()
    {
        Told("READY=1");
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);

        var (code, output, errors) = await AskAsync("pause", "--instance", "main");

        Assert.True(code == 0, errors);
        Assert.Contains("0 processes are governed", output, StringComparison.Ordinal);
        Assert.Empty(Governance.Governed(fixture.Postmaster));
        Assert.True(File.Exists(Path.Combine(_directory, "state", "main.paused")));
        Assert.Equal(0, (await AskAsync("resume", "--instance", "main")).ExitCode);
    }

    [RootFact]
    public async Task Hangup_ChangedPolicy_IsInForceAndOneThatEveryUserMayWriteIsNot()
    {
        Told("READY=1");
        await File.WriteAllTextAsync(
            Policy,
            (await File.ReadAllTextAsync(Policy)).Replace("cpu weight 50", "cpu weight 60", StringComparison.Ordinal)
        );
        _service!.Signal(Hangup);
        Assert.True(await _service.WaitForOutputAsync("was read again: revision", Patience), _service.Errors);

        File.SetUnixFileMode(Policy, File.GetUnixFileMode(Policy) | UnixFileMode.OtherWrite);
        var (code, _, errors) = await AskAsync("reload", "--instance", "main");
        Assert.Equal(1, code);
        Rgp.AssertClear(errors, "chmod o-w", "stays in force");
    }

    [RootFact]
    public async Task Rename_AnotherPolicyOverTheOne_IsInForceByItselfAndPreviousGoesBack()
    {
        Told("READY=1");
        var next = Policy + ".next";
        await File.WriteAllTextAsync(
            next,
            (await File.ReadAllTextAsync(Policy)).Replace("cpu weight 50", "cpu weight 70", StringComparison.Ordinal)
        );
        File.Move(next, Policy, overwrite: true);
        Assert.True(await _service!.WaitForOutputAsync("was read again: revision", Patience), _service.Errors);

        var (code, output, errors) = await AskAsync("reload", "--previous", "--instance", "main");
        Assert.True(code == 0, errors);
        Assert.Contains("is in force instead of", output, StringComparison.Ordinal);
        Assert.Contains("pool polluters with other settings", output, StringComparison.Ordinal);
    }

    [RootFact]
    public async Task Console_OfTheSettings_ShowsKeepsAndTakesOrders()
    {
        Told("READY=1");
        Assert.True(await _service!.WaitForOutputAsync("Status page and metrics are at ", Patience), _service.Errors);
        var served = Served().Match(_service.Errors + _service.Output).Groups["address"].Value;
        using var client = new HttpClient { BaseAddress = new Uri(served), Timeout = Patience };
        await using (await LiveQuery.StartGovernedAsync(fixture.Server))
        {
            await ShowsAsync(client, "targets/main/", "from sales");
            await ShowsAsync(client, "targets/main/effect", "The simulation cannot be read. ");
            Assert.DoesNotContain(
                "from sales",
                await client.GetStringAsync(new Uri("targets/careful/", UriKind.Relative)),
                StringComparison.OrdinalIgnoreCase
            );
        }

        await File.AppendAllTextAsync(Careful, "\npool another { cpu weight 100 }\n");
        await ShowsAsync(client, "targets/careful/policy", "data-waiting=");
        await ShowsAsync(client, "targets/careful/past", "Queries that run");
        Assert.Equal(HttpStatusCode.Forbidden, await OrderAsync(client, "not the token, but long"));
        Assert.Equal(HttpStatusCode.OK, await OrderAsync(client, Token));
        Assert.True(File.Exists(Path.Combine(_directory, "state", "main.paused")));
        Assert.True(File.Exists(Path.Combine(_directory, "state", "main.minutes")));
        Assert.True(File.Exists(Path.Combine(_directory, "kept")));
        Assert.Equal(0, (await AskAsync("resume", "--instance", "main")).ExitCode);
    }

    [RootFact]
    public async Task Terminate_WhileGoverning_LetsEverythingGo()
    {
        Told("READY=1");
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);
        _service!.Signal(ProcessControl.Terminate);

        Assert.True(await _service.WaitAsync(Patience), "it did not end");
        Assert.Equal(0, _service.ExitCode);
        Assert.Empty(Governance.Governed(fixture.Postmaster));
        Assert.StartsWith("STOPPING=1", Told("STOPPING"), StringComparison.Ordinal);
    }

    private static async Task ShowsAsync(HttpClient client, string page, string expected)
    {
        for (var tries = 0; tries < 1200; tries++)
        {
            var shown = await client.GetStringAsync(new Uri(page, UriKind.Relative));
            if (shown.Contains(expected, StringComparison.OrdinalIgnoreCase))
                return;
            await Task.Delay(50);
        }

        throw new TimeoutException($"{page} never had {expected}");
    }

    private static async Task<HttpStatusCode> OrderAsync(HttpClient client, string token)
    {
        using var order = new HttpRequestMessage(
            HttpMethod.Post,
            new Uri("targets/main/orders/pause", UriKind.Relative)
        );
        order.Headers.Add("Origin", client.BaseAddress!.GetLeftPart(UriPartial.Authority));
        order.Headers.Add("X-RgPolicy-Token", token);
        using var answer = await client.SendAsync(order);
        return answer.StatusCode;
    }

    private Task<(int ExitCode, string Output, string Errors)> AskAsync(params string[] arguments) =>
        ChildProgram.RunAsync(ProductFiles.Rgp, arguments, Patience, Environment);

    /// <summary>The next message to the service manager that has this in it.</summary>
    private string Told(string what)
    {
        var buffer = new byte[4096];
        while (true)
        {
            Assert.True(
                _manager.Poll(Patience, SelectMode.SelectRead),
                $"the manager was never told {what}: {_service?.Output}{_service?.Errors}"
            );
            var text = Encoding.UTF8.GetString(buffer, 0, _manager.Receive(buffer));
            if (text.Contains(what, StringComparison.Ordinal))
                return text;
        }
    }

    [GeneratedRegex("are at (?<address>http://[^ \n]+)", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Served();
}
