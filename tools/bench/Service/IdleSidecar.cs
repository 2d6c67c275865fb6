using RgPolicy.Host.Protocol;

namespace RgPolicy.Bench.Service;

/// <summary>A sidecar that does everything at once and remembers who is where.</summary>
internal sealed class IdleSidecar : ISidecar
{
    private readonly Dictionary<int, int> _placed = [];
    private IReadOnlyList<PoolOutcome> _pools = [];

    public Task<SidecarState> GetStateAsync(CancellationToken cancellationToken) =>
        Task.FromResult(
            new SidecarState(
                "1",
                2,
                3,
                4,
                [new LeverReport("cpu_cgroup", "used", "works", null)],
                _pools,
                [.. _placed.Select(each => new MoveRequest(each.Key, each.Value))],
                0,
                0,
                0
            )
        );

    public Task<IReadOnlyList<PoolOutcome>> ConfigureAsync(
        IReadOnlyList<PoolSpec> pools,
        CancellationToken cancellationToken
    )
    {
        _pools = [.. pools.Select(pool => new PoolOutcome(pool.Number, pool.CpuShare, "cgroup", null, []))];
        return Task.FromResult(_pools);
    }

    public Task<IReadOnlyList<MoveOutcome>> MoveAsync(
        IReadOnlyList<MoveRequest> moves,
        CancellationToken cancellationToken
    )
    {
        foreach (var move in moves)
            _placed[move.ProcessId] = move.Pool;

        return Task.FromResult<IReadOnlyList<MoveOutcome>>([
            .. moves.Select(move => new MoveOutcome(move.ProcessId, move.Pool, MoveStatus.Done, "")),
        ]);
    }

    public Task HeartbeatAsync(bool relaxed, CancellationToken cancellationToken) => Task.CompletedTask;

    public Task<IReadOnlyList<SampleReport>> SampleAsync(SampleRequest? request, CancellationToken cancellationToken) =>
        Task.FromResult<IReadOnlyList<SampleReport>>([]);

    public Task ReleaseAllAsync(CancellationToken cancellationToken)
    {
        _placed.Clear();
        return Task.CompletedTask;
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
