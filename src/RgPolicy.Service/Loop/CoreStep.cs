using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.CorePools;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Loop;

/// <summary>Gives the CPUs of resource pools the masks of what runs on them, through the sidecar. Where anything is not
/// as it has to be, all CPUs are given back, and it says why.</summary>
internal sealed class CoreStep(CoreControl control, LoopParts parts, PolicyInForce policy, ChangeHistory history)
    : IAsyncDisposable
{
    private const string Loop = "the loop";

    private PolicyProgram? _program;
    private CorePoolController? _board;

    public SidecarLink Link { get; } = new(control.Connect, parts.Time, parts.Logger);

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
        parts.Logger.CoresLetGo(reason);
        history.Add(
            new AuditEntry(AuditEvent.Masks, Loop, policy.Program.Revision)
            {
                Reason = $"all CPUs given back: {reason}",
            }
        );
        await Link.ReleaseAllAsync(cancellationToken);
    }

    public ValueTask DisposeAsync() => Link.DisposeAsync();

    private ImmutableArray<CorePool> Wanted(DateTimeOffset now)
    {
        if (!ReferenceEquals(_program, policy.Program))
        {
            _program = policy.Program;
            _board = CorePoolController.For(_program, control.Host, new CorePoolOptions(), GovernorNames.IsOwn);
        }

        if (_board is null)
        {
            SetProblem(null);
            return [];
        }

        if ((parts.Observer as IResourceObserver)?.Resources is not { } resources)
        {
            SetProblem("the server's resource pools are not known (yet)");
            return [];
        }

        SetProblem(resources.CoreProblem ?? control.FindProblem(resources));
        return Problem is null ? _board.Decide(resources, policy.Governor.Queries, now) : [];
    }

    private void SetProblem(string? problem)
    {
        if (problem is not null && !string.Equals(problem, Problem, StringComparison.Ordinal))
            parts.Logger.CoresNotGoverned(problem);

        Problem = problem;
    }

    private void Tell(ImmutableArray<CorePool> wanted)
    {
        foreach (var pool in wanted)
        {
            var before = Pools.FirstOrDefault(each => each.Name == pool.Name);
            if (before is not null && before.Masks.SequenceEqual(pool.Masks))
                continue;

            history.Add(
                new AuditEntry(AuditEvent.Masks, Loop, policy.Program.Revision)
                {
                    Before = before is null ? null : CorePoolText.Masks(before),
                    After = $"{pool.Name}: {CorePoolText.Masks(pool)}",
                    Reason = pool.Reason,
                }
            );
            parts.Logger.CoresGiven(pool.Name, CorePoolText.Cpus(pool), CorePoolText.Masks(pool), pool.Reason);
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
