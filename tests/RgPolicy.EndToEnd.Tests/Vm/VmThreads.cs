using RgPolicy.EndToEnd.Tests.Governing;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>Single threads of a MariaDB on cgroup v2 and resctrl, inside the test machine.</summary>
internal sealed class VmThreads : IAsyncDisposable
{
    private const string Policy = """
        language 1
        pool all { cache 100%  cpu weight 1000 }
        pool low { cache 50%, at least 2 ways  cpu weight 100 }
        class report -> low when session.login = 'report'
        default      -> all
        """;

    // The share of a pool of a tenth is a tenth of its neighbour's; what an emulator makes of that is at least this.
    private const double LeastAdvantage = 3;
    private static readonly TimeSpan Compared = TimeSpan.FromSeconds(2);

    private readonly VmThreadServer _server;
    private readonly string _policy = Path.GetTempFileName();
    private IReadOnlyList<string> _before = [];
    private GovernedServer? _governed;

    private VmThreads(VmThreadServer server) => _server = server;

    private GovernedServer Governed => _governed!;

    /// <summary>Carries everything out; true when all held.</summary>
    public static async Task<bool> RunAsync(string template, VmLoopOptions options)
    {
        await using var loop = new VmThreads(await VmThreadServer.StartAsync(template));
        var victim = VmVictims.Draw(options.Seed, 1).Single();
        return await VmSteps.HoldAsync(
            [
                ("MariaDB: the pool is a threaded group with a mask", loop.StartAsync),
                ("MariaDB: a session's thread is moved alone, and its weight counts", loop.MoveAsync),
                (
                    $"MariaDB: kill -9 of the {victim} gives its threads back, then they are governed again",
                    () => loop.KillAsync(victim)
                ),
                ("MariaDB: stop gives everything back", loop.StopAsync),
            ],
            () => $"{loop._governed?.Said}\n{string.Join('\n', loop._server.State)}"
        );
    }

    public async ValueTask DisposeAsync()
    {
        if (_governed is not null)
            await _governed.DisposeAsync();
        await _server.DisposeAsync();
        File.Delete(_policy);
    }

    private async Task StartAsync()
    {
        _before = _server.State;
        await File.WriteAllTextAsync(_policy, Policy);
        _governed = await GovernedServer.StartAsync(
            _server.Server.Url(),
            _server.SidecarOptions,
            new GovernedServerOptions
            {
                Policy = _policy,
                StartTimeout = VmSteps.Patience,
                ServiceArguments = ["--wait", "10min"],
            }
        );
        await VmSteps.EventuallyAsync(
            () => PoolGroup is not null && PoolCache is not null,
            "the pool has its group and its mask"
        );
        Assert.Equal("threaded", KernelState.Read(PoolGroup!, "cgroup.type"));
    }

    private async Task MoveAsync()
    {
        await using var report = await StartBusyAsync(VmThreadServer.Report);
        await GovernedAsync(report);
        await using var app = await StartBusyAsync(VmThreadServer.App);
        await Task.Delay(Compared);
        var before = (App: Seconds(app), Report: Seconds(report));
        await Task.Delay(Compared);
        var used = (App: Seconds(app) - before.App, Report: Seconds(report) - before.Report);
        VmSteps.Say($"     seconds of the one processor: protected {used.App:F2}, throttled {used.Report:F2}");
        Assert.InRange(used.App, LeastAdvantage * used.Report, double.MaxValue);
        Assert.Equal([report.Thread], Moved());
    }

    private async Task KillAsync(string victim)
    {
        await using var report = await StartBusyAsync(VmThreadServer.Report);
        await GovernedAsync(report);
        Governed.Service.Signal(ProcessControl.Stop);
        ProcessControl.Signal(VmVictims.ProcessOf(Governed, victim), ProcessControl.KillNow);
        await AsBeforeAsync();
        Assert.False(report.Running.IsCompleted, "its statement has ended");
        if (victim == VmVictims.Service)
            Governed.StartService();
        else
            Governed.Service.Signal(ProcessControl.Continue);
        await GovernedAsync(report);
    }

    private async Task StopAsync()
    {
        Assert.Equal(130, await Governed.StopAsync());
        await AsBeforeAsync();
    }

    private async Task<MariaDbSession> StartBusyAsync(string login)
    {
        var session = await MariaDbSession.OpenAsync(_server.Server, login);
        session.Start(VmThreadServer.Busy);
        return session;
    }

    private static Task GovernedAsync(MariaDbSession session) =>
        VmSteps.EventuallyAsync(
            () =>
                PoolGroup is { } group
                && KernelState.Lists(group, "cgroup.threads", session.Thread)
                && PoolCache is { } cache
                && KernelState.Lists(cache, "tasks", session.Thread),
            "the session's thread is in the pool's group and among its tasks"
        );

    private Task AsBeforeAsync() =>
        VmSteps.EventuallyAsync(
            () => _server.State.SequenceEqual(_before, StringComparer.Ordinal),
            "everything is as before:\n" + string.Join('\n', _before)
        );

    private static List<int> Moved() =>
        [
            .. File.ReadAllLines(Path.Combine(PoolGroup!, "cgroup.threads"))
                .Select(thread => int.Parse(thread, CultureInfo.InvariantCulture)),
        ];

    private double Seconds(MariaDbSession session) =>
        ProcessFacts.ThreadCpuSeconds(_server.Server.ProcessId, session.Thread) ?? 0;

    private static string? PoolGroup => KernelState.Groups(VmThreadServer.Group).FirstOrDefault();

    private static string? PoolCache => KernelState.Groups(KernelState.Resctrl).FirstOrDefault();
}
