using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Gives the processes that run the workload, and their workers behind them, less of the host, through the
/// sidecar: its journal and its guard give everything back, whatever ends this program.</summary>
internal sealed class HostLevers(ISidecar sidecar, Topology topology)
{
    private const int Pool = 1;

    /// <summary>The levers that the host has; the others are the server's.</summary>
    public static ImmutableArray<SweepLever> All { get; } =
    [SweepLever.Cores, SweepLever.Llc, SweepLever.Bandwidth, SweepLever.Read];

    /// <summary>Sets the levers of a run; the settings of before are gone.</summary>
    /// <param name="run">What to set.</param>
    /// <param name="processes">Those that run the workload; 0 where the server does not tell.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <returns>Why it has no effect, or null.</returns>
    /// <exception cref="SidecarException">The sidecar is gone or refuses.</exception>
    public async Task<string?> SetAsync(
        PlannedRun run,
        ImmutableArray<int> processes,
        CancellationToken cancellationToken
    )
    {
        if (processes.Contains(0))
            return "the server does not tell which of its threads runs a session";

        var outcomes = await sidecar.ConfigureAsync([SpecOf(run)], cancellationToken);
        if (outcomes.SelectMany(outcome => outcome.Problems).FirstOrDefault() is { } problem)
            return problem;

        MoveRequest[] moves =
        [
            .. processes.Select(process => new MoveRequest(process, Pool, MayWaitForReads: true, IsClient: true)),
        ];
        var moved = await sidecar.MoveAsync(moves, cancellationToken);
        return moved.FirstOrDefault(move => move.Status != MoveStatus.Done)?.Detail;
    }

    /// <summary>Limits nothing any more, and gives the lease back: without limits nothing says that it is still
    /// needed.</summary>
    public Task ClearAsync(CancellationToken cancellationToken) => sidecar.ReleaseAllAsync(cancellationToken);

    /// <summary>Says that this program is still at work.</summary>
    public Task BeatAsync(CancellationToken cancellationToken) => sidecar.HeartbeatAsync(false, cancellationToken);

    private PoolSpec SpecOf(PlannedRun run) =>
        new()
        {
            Number = Pool,
            Cores = run.ValueOf(SweepLever.Cores) is { } cores ? CoreOrder.First(topology, (int)cores) : null,
            FirstWay = run.ValueOf(SweepLever.Llc) is null ? null : 0,
            WayCount = (int?)run.ValueOf(SweepLever.Llc),
            MemoryBandwidthPercent = (int?)run.ValueOf(SweepLever.Bandwidth),
            ReadBytesPerSecond = run.ValueOf(SweepLever.Read),
        };
}

/// <summary>The order in which processors are added (HPCA 2018): the first socket's cores, then the next one's, and
/// only then second threads of cores.</summary>
internal static class CoreOrder
{
    /// <summary>The first so many, ascending.</summary>
    public static ImmutableArray<int> First(Topology topology, int count) => [.. All(topology).Take(count).Order()];

    private static IEnumerable<int> All(Topology topology) =>
        topology.Cores.IsEmpty
            ? topology.Cpus
            : topology
                .Cores.SelectMany(core => core.Cpus.Select((cpu, thread) => (thread, core.Socket, cpu)))
                .OrderBy(each => each.thread)
                .ThenBy(each => each.Socket)
                .ThenBy(each => each.cpu)
                .Select(each => each.cpu);
}
