using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary><c>rgp service run</c> as a service manager runs it, with a real server and one that cannot
/// be reached.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class ServiceTests(GovernedFixture fixture) : IClassFixture<GovernedFixture>, IAsyncLifetime, IDisposable
{
    private const int Hangup = 1;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-service-").FullName;
    private readonly Socket _manager = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
    private ChildProgram? _service;

    private string Policy => Path.Combine(_directory, "htap.rgp");

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
        _manager.ReceiveTimeout = (int)Patience.TotalMilliseconds;
        File.Copy(ProductFiles.Path("policies", "htap.rgp"), Policy);
        await File.WriteAllTextAsync(
            Config,
            JsonSerializer.Serialize(
                new
                {
                    RgPolicy = new
                    {
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
        Assert.Contains("READY=1\nSTATUS=1 of 2 targets watched; away: ", Told("READY=1"), StringComparison.Ordinal);
        await using (await LiveQuery.StartGovernedAsync(fixture.Server))
        {
            Assert.Contains("WATCHDOG=1", Told("WATCHDOG"), StringComparison.Ordinal);
        }

        var (code, output, errors) = await AskAsync("status", "--target", "main");
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

        var (code, output, errors) = await AskAsync("pause", "--target", "main");

        Assert.True(code == 0, errors);
        Assert.Contains("0 processes are governed", output, StringComparison.Ordinal);
        Assert.Empty(Governance.Governed(fixture.Postmaster));
        Assert.True(File.Exists(Path.Combine(_directory, "state", "main.paused")));
        Assert.Equal(0, (await AskAsync("resume", "--target", "main")).ExitCode);
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
        var (code, _, errors) = await AskAsync("reload", "--target", "main");
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

        var (code, output, errors) = await AskAsync("reload", "--previous", "--target", "main");
        Assert.True(code == 0, errors);
        Assert.Contains("is in force instead of", output, StringComparison.Ordinal);
        Assert.Contains("pool polluters with other settings", output, StringComparison.Ordinal);
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

    private Task<(int ExitCode, string Output, string Errors)> AskAsync(params string[] arguments) =>
        ChildProgram.RunAsync(ProductFiles.Rgp, arguments, Patience, Environment);

    /// <summary>The next message to the service manager that has this in it.</summary>
    private string Told(string what)
    {
        var buffer = new byte[4096];
        while (true)
        {
            var text = Encoding.UTF8.GetString(buffer, 0, _manager.Receive(buffer));
            if (text.Contains(what, StringComparison.Ordinal))
                return text;
        }
    }
}
