using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.CorePools;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Loop;

/// <summary>Gives the CPUs of resource pools the masks of what runs on them, through the sidecar. Where anything is not
/// as it has to be, all CPUs are given back, and it says why.</summary>
internal sealed class CoreStep : IAsyncDisposable
{
    private const string Loop = "the loop";

    private readonly CoreControl _control;
    private readonly LoopParts _parts;
    private readonly PolicyInForce _policy;
    private readonly ChangeHistory _history;
    private PolicyProgram? _program;
    private CorePoolController? _board;

    public CoreStep(CoreControl control, LoopParts parts, PolicyInForce policy, ChangeHistory history)
    {
        (_control, _parts, _policy, _history) = (control, parts, policy, history);
        Link = new SidecarLink(control.Connect, parts.Time, parts.Logger);
    }

    public SidecarLink Link { get; }

    /// <summary>The pools with the masks that their CPUs are to have; empty while nothing is throttled.</summary>
    public ImmutableArray<CorePool> Pools { get; private set; } = [];

    /// <summary>Why no CPU has masks; null while they have, and where the policy asks for none.</summary>
    public string? Problem { get; private set; }

    public CoreMaskState State =>
        new(Problem ?? Link.LastError, !Pools.IsEmpty && Link.IsReady, Pools, Link.IsReady ? Link.Pools : []);

    public async Task FollowAsync(DateTimeOffset now, bool isPaused, CancellationToken cancellationToken)
    {
        var wanted = isPaused ? [] : Wanted(now);
        if (wanted.IsEmpty)
        {
            await LetGoAsync(
                isPaused ? "the service is paused" : Problem ?? "the policy throttles no pool",
                cancellationToken
            );
            return;
        }

        Tell(wanted);
        if (!AreSame(wanted, Pools))
            Link.Reconfigure();

        Pools = wanted;
        await Link.MakeReadyAsync(_ => PoolSpecs.Of(wanted), cancellationToken);
        await Link.HeartbeatAsync(relaxed: false, cancellationToken);
    }

    /// <summary>Gives all CPUs back.</summary>
    public async Task LetGoAsync(string reason, CancellationToken cancellationToken)
    {
        if (Pools.IsEmpty)
            return;

        Pools = [];
        _parts.Logger.CoresLetGo(reason);
        _history.Add(
            new AuditEntry(AuditEvent.Masks, Loop, _policy.Program.Revision)
            {
                Reason = $"all CPUs given back: {reason}",
            }
        );
        await Link.ReleaseAllAsync(cancellationToken);
    }

    public ValueTask DisposeAsync() => Link.DisposeAsync();

    private ImmutableArray<CorePool> Wanted(DateTimeOffset now)
    {
        if (!ReferenceEquals(_program, _policy.Program))
        {
            _program = _policy.Program;
            _board = CorePoolController.For(_program, _control.Host, new CorePoolOptions(), GovernorNames.IsOwn);
        }

        if (_board is null)
        {
            SetProblem(null);
            return [];
        }

        if ((_parts.Observer as IResourceObserver)?.Resources is not { } resources)
        {
            SetProblem("the server's resource pools are not known (yet)");
            return [];
        }

        SetProblem(resources.CoreProblem ?? _control.FindProblem(resources));
        return Problem is null ? _board.Decide(resources, _policy.Governor.Queries, now) : [];
    }

    private void SetProblem(string? problem)
    {
        if (problem is not null && !string.Equals(problem, Problem, StringComparison.Ordinal))
            _parts.Logger.CoresNotGoverned(problem);

        Problem = problem;
    }

    private void Tell(ImmutableArray<CorePool> wanted)
    {
        foreach (var pool in wanted)
        {
            var before = Pools.FirstOrDefault(each => each.Name == pool.Name);
            if (before is not null && before.Masks.SequenceEqual(pool.Masks))
                continue;

            _history.Add(
                new AuditEntry(AuditEvent.Masks, Loop, _policy.Program.Revision)
                {
                    Before = before is null ? null : CorePoolText.Masks(before),
                    After = $"{pool.Name}: {CorePoolText.Masks(pool)}",
                    Reason = pool.Reason,
                }
            );
            _parts.Logger.CoresGiven(pool.Name, CorePoolText.Cpus(pool), CorePoolText.Masks(pool), pool.Reason);
        }
    }

    private static bool AreSame(ImmutableArray<CorePool> one, ImmutableArray<CorePool> other) =>
        one.Length == other.Length
        && one.Zip(other)
            .All(pair =>
                pair.First.Number == pair.Second.Number
                && pair.First.Cpus.SequenceEqual(pair.Second.Cpus)
                && pair.First.Masks.SequenceEqual(pair.Second.Masks)
                && pair.First.MemoryBandwidthPercent == pair.Second.MemoryBandwidthPercent
            );
}
