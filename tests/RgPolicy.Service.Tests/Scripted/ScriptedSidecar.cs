using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A sidecar that remembers what it was told, and can be killed.</summary>
internal sealed class ScriptedSidecar
{
    private readonly object _gate = new();
    private readonly List<string> _calls = [];
    private int _generation;
    private TaskCompletionSource _moved = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Where each moved process is.</summary>
    public Dictionary<int, int> Placed { get; } = [];

    /// <summary>Moved processes that the kernel shows elsewhere now; null for none.</summary>
    public IReadOnlyList<int>? Displaced { get; set; }

    /// <summary>The pools as they were wished for last.</summary>
    public IReadOnlyList<PoolSpec> Configured { get; private set; } = [];

    /// <summary>The server's main process.</summary>
    public int Postmaster { get; set; } = 4;

    /// <summary>True while nothing listens.</summary>
    public bool IsGone { get; private set; }

    public MoveStatus Answer { get; set; } = MoveStatus.Done;

    /// <summary>How many pools and parts of pools it takes; null for one that knows no parts.</summary>
    public int? MostPools { get; set; } = 32;

    /// <summary>Whether root lets it sample.</summary>
    public bool? MaySample { get; set; }

    /// <summary>What a sample finds.</summary>
    public Func<SampleRequest?, IReadOnlyList<SampleReport>> Sampled { get; set; } = _ => [];

    /// <summary>What does not work in any pool.</summary>
    public ImmutableArray<string> Problems { get; set; } = [];

    /// <summary>Whether the processes are out of the pools' CPU groups for now.</summary>
    public bool IsRelaxed { get; set; }

    /// <summary>What does not work in parts of pools.</summary>
    public ImmutableArray<string> PartProblems { get; set; } = [];

    public IReadOnlyList<string> Calls
    {
        get
        {
            lock (_gate)
            {
                return [.. _calls];
            }
        }
    }

    /// <summary>Forgets the calls so far.</summary>
    public void ForgetCalls()
    {
        lock (_gate)
        {
            _calls.Clear();
        }
    }

    /// <summary>Completes at the next move.</summary>
    public Task NextMove => _moved.Task;

    public int Count(string call) => Calls.Count(each => string.Equals(each, call, StringComparison.Ordinal));

    public Task<ISidecar> ConnectAsync(CancellationToken cancellationToken)
    {
        Note("connect");
        return IsGone
            ? Task.FromException<ISidecar>(new SidecarException("No sidecar. Start it."))
            : Task.FromResult<ISidecar>(new Connection(this, _generation));
    }

    /// <summary>It dies, and restores everything as its guard would.</summary>
    public void Die()
    {
        IsGone = true;
        _generation++;
        Placed.Clear();
    }

    public void Return() => IsGone = false;

    private PoolOutcome[] ReadBack() =>
        [
            .. Configured.Select(pool => new PoolOutcome(
                pool.Number,
                pool.CpuShare,
                Problems.Any(each => each.StartsWith("cpu:", StringComparison.Ordinal)) ? null : "cgroup",
                null,
                pool.PartOf is null ? Problems : PartProblems
            )
            {
                IsRelaxed = IsRelaxed,
                CacheCpus = pool.CacheCpus is { } cpus ? Host.Facts.CpuList.Format(cpus) : null,
            }),
        ];

    private void Note(string call)
    {
        lock (_gate)
        {
            _calls.Add(call);
        }
    }

    private sealed class Connection(ScriptedSidecar owner, int generation) : ISidecar
    {
        public Task<SidecarState> GetStateAsync(CancellationToken cancellationToken) =>
            Do(
                "state",
                () =>
                    new SidecarState(
                        "1",
                        2,
                        3,
                        owner.Postmaster,
                        [new LeverReport("cpu_cgroup", "used", "works", null)],
                        owner.ReadBack(),
                        [.. owner.Placed.Select(each => new MoveRequest(each.Key, each.Value))],
                        0,
                        0,
                        0
                    )
                    {
                        MostPools = owner.MostPools,
                        MaySample = owner.MaySample,
                        Displaced = owner.Displaced,
                    }
            );

        public Task<IReadOnlyList<PoolOutcome>> ConfigureAsync(
            IReadOnlyList<PoolSpec> pools,
            CancellationToken cancellationToken
        ) =>
            Do<IReadOnlyList<PoolOutcome>>(
                "configure",
                () =>
                {
                    owner.Configured = pools;
                    return owner.ReadBack();
                }
            );

        public Task<IReadOnlyList<MoveOutcome>> MoveAsync(
            IReadOnlyList<MoveRequest> moves,
            CancellationToken cancellationToken
        ) =>
            Do<IReadOnlyList<MoveOutcome>>(
                "move",
                () =>
                {
                    var outcomes = moves.Select(Move).ToList();
                    owner._moved.TrySetResult();
                    owner._moved = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                    return outcomes;
                }
            );

        public Task HeartbeatAsync(bool relaxed, CancellationToken cancellationToken) => Do("heartbeat", () => true);

        public Task<IReadOnlyList<SampleReport>> SampleAsync(
            SampleRequest? request,
            CancellationToken cancellationToken
        ) => Do("sample", () => owner.Sampled(request));

        public Task ReleaseAllAsync(CancellationToken cancellationToken) =>
            Do(
                "release",
                () =>
                {
                    owner.Placed.Clear();
                    return true;
                }
            );

        public ValueTask DisposeAsync()
        {
            owner.Note("close");
            return ValueTask.CompletedTask;
        }

        private MoveOutcome Move(MoveRequest move)
        {
            if (owner.Answer is MoveStatus.Done && move.Pool != 0)
                owner.Placed[move.ProcessId] = move.Pool;
            else if (move.Pool == 0)
                owner.Placed.Remove(move.ProcessId);

            return new MoveOutcome(move.ProcessId, move.Pool, owner.Answer, "");
        }

        private Task<T> Do<T>(string call, Func<T> answer)
        {
            owner.Note(call);
            return owner.IsGone || owner._generation != generation
                ? Task.FromException<T>(new SidecarException("The sidecar is gone. Start it."))
                : Task.FromResult(answer());
        }
    }
}
