using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Sampling;
using RgPolicy.Sidecar.Servers;
using RgPolicy.Sidecar.Upkeep;
using RgPolicy.Sidecar.Watching;

namespace RgPolicy.Sidecar.Serving;

/// <summary>Carries out what a client may ask for: pools, moves, release. It knows nothing of sockets
/// and leases.</summary>
internal sealed class Enforcer
{
    private readonly FileRoot _root;
    private readonly PostmasterFinder _finder;
    private readonly PoolTable _pools;
    private readonly ProcessMover _mover;
    private readonly Restorer _restorer;
    private readonly RescheduleTimer _reschedule;
    private readonly QuickMoves _ready;
    private readonly WorkerFollower _follower;
    private readonly WeightScaling _floor;
    private readonly DriftWatch _drift;
    private readonly Sampler _sampler;
    private readonly Action<string> _log;
    private Postmaster? _prepared;
    private (Postmaster? Server, string Granted)? _restsOn;
    private Postmaster? _tried;
    private ServerBlock? _block;
    private long _forgotten;

    internal Enforcer(
        FileRoot root,
        PostmasterFinder finder,
        PoolTable pools,
        ProcessMover mover,
        Restorer restorer,
        RescheduleTimer reschedule,
        QuickMoves ready,
        DriftWatch drift,
        Sampler sampler,
        Action<string> log
    )
    {
        _drift = drift;
        _sampler = sampler;
        _log = log;
        _root = root;
        _finder = finder;
        _pools = pools;
        _mover = mover;
        _restorer = restorer;
        _reschedule = reschedule;
        _ready = ready;
        _follower = new WorkerFollower(root, mover);
        _floor = new WeightScaling(root, pools, mover);
    }

    /// <summary>Tries whether the server's processes can be moved, and says what is in the way.</summary>
    internal void Begin()
    {
        if (_finder.Find(out var reason) is { } server)
            _ = BlockOf(server);
        else
            _log(reason);
    }

    /// <summary>Readable when workers may have started; null where the kernel does not tell.</summary>
    internal int? WorkersStarted => MustFollow ? _follower.Descriptor : null;

    /// <summary>How long <see cref="FollowLeaders"/> may wait when nothing is readable; null for as
    /// long as one likes.</summary>
    internal TimeSpan? LongestWait =>
        !MustFollow ? null
        : _floor.LongestWait is { } floor && (_follower.LongestWait is not { } workers || floor < workers) ? floor
        : _follower.LongestWait;

    /// <summary>Puts new parallel workers where their leaders are, and has the weights follow what runs
    /// beside the pools.</summary>
    internal void FollowLeaders()
    {
        if (MustFollow)
        {
            _follower.Look();
            _floor.Look();
        }
        else
        {
            _follower.Pause();
        }
    }

    /// <summary>Makes the pools exactly these.</summary>
    internal IReadOnlyList<PoolOutcome> Configure(IReadOnlyList<PoolSpec> specs)
    {
        var postmaster = _finder.Find(out _);
        var numbers = specs.Select(s => s.Number).ToHashSet();
        foreach (var old in _pools.Pools.Select(p => p.Spec.Number).Where(n => !numbers.Contains(n)).ToArray())
        {
            _mover.ReleasePool(old);
            _pools.Remove(old);
        }

        PrepareAll(specs, postmaster);
        return _pools.ReadBack();
    }

    /// <summary>Carries out moves in this order.</summary>
    internal IReadOnlyList<MoveOutcome> Move(IReadOnlyList<MoveRequest> moves)
    {
        var postmaster = _finder.Find(out var reason);
        if (postmaster is { } found)
            FollowChanges(found);

        var outcomes = _mover.Move(WithFollowers(moves), postmaster, reason);
        foreach (var move in moves.Where(m => m.Pool != 0))
            _follower.LeaderMoved(move.ProcessId);

        return [.. outcomes.Take(moves.Count)];
    }

    /// <summary>Begins a sample, if one is asked for and may be taken, and returns what has been found.</summary>
    internal IReadOnlyList<SampleReport> Sample(SampleRequest? request)
    {
        if (request is not null)
            _sampler.Begin(request, _finder.Find(out _));

        return _sampler.Collect();
    }

    /// <summary>Gives everything back and removes the pools' groups. Returns whether all is as before.</summary>
    internal bool ReleaseAll()
    {
        _reschedule.Want(false);
        _ready.Want(false);
        var clean = _restorer.RestoreAll();
        _mover.Forget();
        _follower.Forget();
        _pools.Forget();
        _drift.Forget();
        _restsOn = null;
        _sampler.Forget();
        _prepared = null;
        return clean;
    }

    /// <summary>What this sidecar is and does now.</summary>
    internal SidecarState ReadState(int guard, string stateDirectory)
    {
        var postmaster = _finder.Find(out _);
        var levers = LeverAdvisor.Advise(ReadFacts(postmaster), _pools.LeversInUse());
        return new SidecarState(
            SidecarVersion.Text,
            Environment.ProcessId,
            guard,
            postmaster?.ProcessId,
            levers,
            [.. _pools.ReadBack().Select(outcome => EffectiveOutcome.Of(outcome, levers))],
            _mover.Moved,
            _mover.Done,
            _mover.Refused,
            _mover.WorstMicroseconds
        )
        {
            StateDirectory = stateDirectory,
            MostPools = _pools.WhyNoParts is null ? _pools.MostPools : null,
            WhyNoParts = _pools.WhyNoParts,
            MaySample = _sampler.IsAllowed,
            Drift = _drift.Notes is { Length: > 0 } notes ? notes : null,
            Displaced = _mover.Displaced() is { Count: > 0 } displaced ? displaced : null,
        };
    }

    /// <summary>Lets the processes out of the pools' CPU groups while there is nothing to protect, and
    /// takes them back.</summary>
    internal void Relax(bool relaxed)
    {
        if (_pools.Relax(relaxed))
        {
            foreach (var pool in _pools.Pools.Where(p => p.Cpu is not null))
                _mover.ApplyAgain(pool.Spec.Number);
        }

        var throttles = !relaxed && _pools.ThrottlesAny(_mover.CountIn);
        _reschedule.Want(throttles);
        _ready.Want(throttles);
    }

    /// <summary>Forgets processes that have ended, at most once a second: a number given away again is
    /// told by its start.</summary>
    internal void ForgetEnded()
    {
        if (Stopwatch.GetElapsedTime(_forgotten) >= TimeSpan.FromSeconds(1))
        {
            _mover.ForgetEnded();
            _follower.ForgetEnded();
            _forgotten = Stopwatch.GetTimestamp();
        }
    }

    /// <summary>
    /// Looks, once a second, whether another program changed what the pools rest on (another manager,
    /// hotplug, an unmount, a restart of the server), and sets it again.
    /// </summary>
    internal void LookForDrift()
    {
        if (!_pools.Pools.Any())
            return;

        var postmaster = _finder.Find(out _);
        var ground = (postmaster, _pools.Granted);
        if (_restsOn != ground)
        {
            _restsOn = ground;
            _drift.Hasten();
        }

        if (!_drift.IsDue)
            return;

        var changed = _drift.Look(_pools.ReadMarks(postmaster));
        if (!changed.IsEmpty)
            Repair(changed, postmaster);

        _drift.NoteProcesses(_mover.Repair());
    }

    // A process is in a pool: its workers belong there too.
    private bool MustFollow => _mover.Count > 0;

    // A worker that followed its leader into a pool leaves it with the leader; the client need not know of it.
    private List<MoveRequest> WithFollowers(IReadOnlyList<MoveRequest> moves)
    {
        var all = new List<MoveRequest>(moves);
        foreach (var move in moves)
        {
            if (move.Pool == 0)
            {
                all.AddRange(
                    _follower
                        .WorkersOf(move.ProcessId)
                        .Where(follower => moves.All(other => other.ProcessId != follower))
                        .Select(follower => new MoveRequest(follower, 0))
                );
            }
        }

        return all;
    }

    private void Repair(ImmutableArray<string> changed, Postmaster? postmaster)
    {
        var still = _drift.Repaired(
            changed,
            () =>
            {
                PrepareAll([.. _pools.Pools.Select(p => p.Spec)], postmaster);
                return _pools.ReadMarks(postmaster);
            }
        );
        var rest = still.IsEmpty ? string.Empty : $"; not as before: {string.Join(", ", still)}";
        _log($"changed from outside and set again: {string.Join(", ", changed)}{rest}");
    }

    // A restarted server may live in another cgroup, and a service manager removes the groups of a unit that it stops.
    private void FollowChanges(Postmaster postmaster)
    {
        var lost = _pools.Pools.Any(p =>
            (p.Cpu is { } cpu && !Directory.Exists(cpu.Directory))
            || (p.Reads is { } reads && !Directory.Exists(reads.Directory))
        );
        if (_prepared != postmaster || lost)
            PrepareAll([.. _pools.Pools.Select(p => p.Spec)], postmaster);
    }

    private void PrepareAll(IReadOnlyList<PoolSpec> specs, Postmaster? postmaster)
    {
        var facts = ReadFacts(postmaster);
        _mover.CgroupVersion = facts.Server?.Hierarchy?.Version ?? 0;
        _mover.UsesCache = facts.Resctrl is not null;
        _prepared = postmaster;
        _follower.Watch(postmaster);
        _ready.Watch(GroupTouch.Open(_root, facts.Server?.Hierarchy, postmaster?.ProcessId));
        _floor.Watch(postmaster?.ProcessId, facts.Server?.Hierarchy);
        foreach (var pool in _pools.PrepareAll(specs, facts, _mover.TasksIn))
            _mover.ApplyAgain(pool);

        _drift.Remember(_pools.ReadMarks(postmaster));
    }

    private HostFacts ReadFacts(Postmaster? postmaster) =>
        _pools.WithGrants(HostProbe.Read(_root, Environment.IsPrivilegedProcess, postmaster?.ProcessId)) with
        {
            Block =
                postmaster is { } server ? BlockOf(server)
                : _finder.Find(out var reason) is null ? new ServerBlock(reason, null)
                : null,
        };

    // Tried once for each start of the server, and again while something is in the way.
    private ServerBlock? BlockOf(Postmaster server)
    {
        if (_tried == server && _block is null)
            return null;

        var block = ConnectionAccess.Try(_root, server);
        if (block is not null && (_tried != server || _block?.Reason != block.Reason))
            _log(block.Fix is { } fix ? $"{block.Reason}; fix: {fix}" : block.Reason);

        (_tried, _block) = (server, block);
        return block;
    }
}
