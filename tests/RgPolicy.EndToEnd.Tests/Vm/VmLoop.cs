using System.Text.Json;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>The whole loop on cgroup v2 and resctrl, inside the test machine.</summary>
internal sealed class VmLoop : IAsyncDisposable
{
    private readonly VmServer _server;
    private readonly string _policy = Path.GetTempFileName();
    private IReadOnlyList<string> _before = [];
    private GovernedServer? _governed;

    private VmLoop(VmServer server) => _server = server;

    private GovernedServer Governed => _governed!;

    /// <summary>Carries everything out; true when all held.</summary>
    public static async Task<bool> RunAsync(VmLoopOptions options)
    {
        await using var loop = new VmLoop(await VmServer.StartAsync());
        List<(string Name, Func<Task> Step)> steps =
        [
            (
                "start: a threaded group with the pool's weight and processors, a mask on the second socket only",
                loop.StartAsync
            ),
            (
                "scan: classed, moved, listed by the kernel; a short query stays; at its end it is let go",
                loop.ScanAsync
            ),
            ("a scan beside an aggregation of its pool has ways of its own, also after each kill -9", loop.PartsAsync),
            .. VmVictims
                .Draw(options.Seed, options.Rounds)
                .Select(victim =>
                    (
                        $"kill -9 of the {victim}: everything as before, then governed again",
                        (Func<Task>)(() => loop.KillAsync(victim))
                    )
                ),
            ("stop: everything as before", loop.StopAsync),
        ];
        return await VmSteps.HoldAsync(steps, () => $"{loop._governed?.Said}\n{string.Join('\n', loop._server.State)}");
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
        await File.WriteAllTextAsync(_policy, VmPolicy.Text);
        _governed = await GovernedServer.StartAsync(
            _server.Cluster,
            new GovernedServerOptions
            {
                Policy = _policy,
                Database = VmServer.Database,
                StartTimeout = VmSteps.Patience,
                ServiceArguments = ["--wait", "10min"],
            }
        );

        VmSteps.Say($"     rgp run governs");
        await VmSteps.EventuallyAsync(
            () => PoolGroup() is not null && PoolCache() is { } cache && Mask(cache) == VmPolicy.Schemata,
            "the pool has its group and its mask"
        );
        Assert.Equal("threaded", KernelState.Read(PoolGroup()!, "cgroup.type"));
        Assert.Equal(VmPolicy.Processors, KernelState.Read(PoolGroup()!, "cpuset.cpus"));
        Assert.Equal("10", KernelState.Read(PoolGroup()!, "cpu.weight"));
    }

    private async Task ScanAsync()
    {
        await using var point = await LiveQuery.OpenAsync(_server.Cluster, VmServer.Database, "report");
        await using var scan = await StartScanAsync();
        await GovernedAsync(scan);
        await point.RunAsync(VmServer.Point);
        Assert.DoesNotContain("rgp_", KernelState.Place(point.ProcessId), StringComparison.Ordinal);
        await ToldAsync(scan.ProcessId);

        Cancel(scan);
        await VmSteps.EventuallyAsync(
            () => !KernelState.Place(scan.ProcessId).Contains("rgp_", StringComparison.Ordinal),
            "the backend is let go at the end of its statement"
        );
    }

    private async Task KillAsync(string victim)
    {
        await using var scan = await StartScanAsync();
        await GovernedAsync(scan);
        await KillAloneAsync(victim);
        await GovernedAsync(scan);
    }

    // The service stands still while another is killed: what restores then is the other half of the sidecar alone.
    private async Task KillAloneAsync(string victim)
    {
        Governed.Service.Signal(ProcessControl.Stop);
        ProcessControl.Signal(VmVictims.ProcessOf(Governed, victim), ProcessControl.KillNow);
        await AsBeforeAsync();
        if (victim == VmVictims.Service)
            Governed.StartService();
        else
            Governed.Service.Signal(ProcessControl.Continue);
    }

    private async Task PartsAsync()
    {
        await using var scan = await StartScanAsync();
        await using var aggregation = await LiveQuery.OpenAsync(_server.Cluster, VmServer.Database, "report");
        aggregation.Start(VmServer.Aggregation);
        await ApartAsync(scan, aggregation);
        foreach (var victim in VmVictims.All)
        {
            await KillAloneAsync(victim);
            await ApartAsync(scan, aggregation);
            VmSteps.Say($"     after kill -9 of the {victim}: {ClassOf(scan)} and {ClassOf(aggregation)}");
        }
    }

    private static Task ApartAsync(LiveQuery scan, LiveQuery aggregation) =>
        VmSteps.EventuallyAsync(
            () => ClassOf(scan) is { } one && ClassOf(aggregation) is { } other && one != other,
            "they are in two groups of resctrl"
        );

    private static string? ClassOf(LiveQuery query) =>
        KernelState
            .Groups(KernelState.Resctrl)
            .Where(group => KernelState.Lists(group, "tasks", query.ProcessId))
            .Select(group => $"{Path.GetFileName(group)} {Mask(group)}")
            .FirstOrDefault();

    private async Task StopAsync()
    {
        Assert.Equal(130, await Governed.StopAsync());
        await AsBeforeAsync();
    }

    private async Task<LiveQuery> StartScanAsync()
    {
        var scan = await LiveQuery.OpenAsync(_server.Cluster, VmServer.Database, "report");
        scan.Start(VmServer.Scan);
        return scan;
    }

    private static void Cancel(LiveQuery query) => ProcessControl.Signal(query.ProcessId, ProcessControl.Interrupt);

    private async Task GovernedAsync(LiveQuery scan)
    {
        await VmSteps.EventuallyAsync(
            () =>
                PoolGroup() is { } group
                && KernelState.Lists(group, "cgroup.threads", scan.ProcessId)
                && PoolCache() is { } cache
                && KernelState.Lists(cache, "tasks", scan.ProcessId),
            "the scan is in the pool's group and among its tasks"
        );
        Assert.False(scan.Running.IsCompleted, "the scan has ended");
        Assert.Equal(VmPolicy.Processors, ProcessFacts.AllowedCpus(scan.ProcessId));
    }

    private async Task ToldAsync(int process)
    {
        var (code, output, errors) = await Governed.AskAsync(
            "why",
            "--pid",
            process.ToString(CultureInfo.InvariantCulture),
            "--output",
            "json"
        );
        Assert.True(code == 0, errors);
        using var document = JsonDocument.Parse(output);
        Assert.Equal("scan", document.RootElement.GetProperty("class").GetString());
    }

    private Task AsBeforeAsync() =>
        VmSteps.EventuallyAsync(
            () => _server.State.SequenceEqual(_before, StringComparer.Ordinal),
            "everything is as before:\n" + string.Join('\n', _before)
        );

    private static string? PoolGroup() => KernelState.Groups(VmServer.Group).FirstOrDefault();

    private static string? Mask(string cache) =>
        KernelState
            .Read(cache, "schemata")
            .Split(' ')
            .FirstOrDefault(word => word.StartsWith("L3:", StringComparison.Ordinal));

    private static string? PoolCache() => KernelState.Groups(KernelState.Resctrl).FirstOrDefault();
}
