using System.Diagnostics;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios.Starts;

/// <summary>One round: each kind of start once, beside the load that is there.</summary>
internal sealed class StartRound(
    BenchServer server,
    GovernedServer governed,
    string policy,
    bool isCold,
    Action<StartSample> add
)
{
    private const int Hangup = 1;
    private const string PageCache = "/proc/sys/vm/drop_caches";

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-start-").FullName;

    /// <summary>Now, in seconds since 1970.</summary>
    public static double EpochSeconds() => (TimeProvider.System.GetUtcNow() - DateTimeOffset.UnixEpoch).TotalSeconds;

    /// <summary>The analysts' backends.</summary>
    public async Task<IReadOnlyList<int>> BusyAsync(CancellationToken cancellationToken)
    {
        await using var connection = await server.OpenAsync("postgres", cancellationToken);
        await using var command = connection.CreateCommand();
        command.CommandText =
            $"select pid from pg_stat_activity where usename = '{BenchRoles.Analytics}' and "
            + "backend_type = 'client backend'";
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        List<int> backends = [];
        while (await reader.ReadAsync(cancellationToken))
            backends.Add(reader.GetInt32(0));
        return backends;
    }

    /// <summary>Starts a service and waits for its first move.</summary>
    public void Begin(StartKind kind, IReadOnlyList<int> backends)
    {
        EmptyPageCache();
        var watch = new MoveWatch(backends);
        var sidecarBefore = SidecarCpu();
        var (clock, at) = (Stopwatch.StartNew(), EpochSeconds());
        if (kind == StartKind.Run)
            governed.StartService();
        else
            governed.StartService("service", "run", "--config", Settings());
        var moved = MoveWatch.Wait(() => watch.HasMoved || governed.Service.HasEnded) && watch.HasMoved;
        Add(kind, moved ? clock.Elapsed.TotalSeconds : double.NaN, at, 0, sidecarBefore);
    }

    /// <summary>Ends the sidecar as a service manager does and starts it again; counts from the second start.</summary>
    public async Task RestartSidecarAsync(IReadOnlyList<int> backends)
    {
        await governed.StopSidecarAsync();
        EmptyPageCache();
        var watch = new MoveWatch(backends);
        var serviceBefore = ServiceCpu();
        var (clock, at) = (Stopwatch.StartNew(), EpochSeconds());
        await governed.StartSidecarAsync();
        var moved = MoveWatch.Wait(() => watch.HasMoved);
        Add(StartKind.SidecarRestart, moved ? clock.Elapsed.TotalSeconds : double.NaN, at, serviceBefore, 0);
    }

    /// <summary>Changes the policy and orders it to be read.</summary>
    public void Reload()
    {
        const string Read = "was read again";
        var text = File.ReadAllText(Policy);
        File.WriteAllText(
            Policy,
            text.Replace(
                "\ndefault ",
                "\nclass again -> reporting when session.app = exactly 'again'\ndefault ",
                StringComparison.Ordinal
            )
        );
        var (serviceBefore, sidecarBefore) = (ServiceCpu(), SidecarCpu());
        var (clock, at) = (Stopwatch.StartNew(), EpochSeconds());
        governed.Service.Signal(Hangup);
        var done = MoveWatch.Wait(() => governed.Service.Errors.Contains(Read, StringComparison.Ordinal));
        Add(StartKind.Reload, done ? clock.Elapsed.TotalSeconds : double.NaN, at, serviceBefore, sidecarBefore);
    }

    /// <summary>Ends the service in order.</summary>
    public Task EndAsync() => governed.Service.InterruptAsync(TimeSpan.FromSeconds(10));

    /// <summary>Kills the service.</summary>
    public async Task KillAsync()
    {
        governed.Service.Signal(ProcessControl.KillNow);
        await governed.Service.WaitAsync(TimeSpan.FromSeconds(10));
        MoveWatch.Wait(() => governed.Groups().Count == 0);
    }

    private string Policy => Path.Combine(_directory, "policy.rgp");

    private double ServiceCpu() => ProcessFacts.CpuSeconds(governed.Service.ProcessId) ?? double.NaN;

    private double SidecarCpu() => governed.SidecarProcesses.Sum(p => ProcessFacts.CpuSeconds(p) ?? 0);

    private void EmptyPageCache()
    {
        if (isCold)
            File.WriteAllText(PageCache, "3");
    }

    private void Add(StartKind kind, double seconds, double at, double serviceBefore, double sidecarBefore)
    {
        var (service, sidecar) = (ServiceCpu() - serviceBefore, SidecarCpu() - sidecarBefore);
        // What is said of the move comes a moment after it.
        Thread.Sleep(100);
        string[] said = [.. governed.Service.Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries)];
        if (double.IsNaN(seconds))
            said = [governed.Said];
        add(new StartSample(kind, seconds, service, sidecar, at, said));
    }

    private string Settings()
    {
        if (!File.Exists(Policy))
            File.Copy(policy, Policy);
        var path = Path.Combine(_directory, "appsettings.json");
        File.WriteAllText(
            path,
            $$"""
            { "RgPolicy": {
              "Log": { "Verbose": true }, "RuntimeDirectory": "{{_directory}}", "StateDirectory": "{{_directory}}",
              "Targets": { "bench": {
                "Policy": "{{Policy}}", "Connect": "{{server.Cluster.Url(
                BenchRoles.Observer,
                BenchServer.Database
            )}}", "Level": "enforce",
                "Sidecar": "{{governed.SidecarSocket}}", "SidecarState": "{{governed.StateDirectory}}" } } } }
            """
        );
        return path;
    }
}
