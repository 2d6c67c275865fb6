using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>Moves processes between pools: pin, check, note in the journal, write, read back, check the
/// pin again.</summary>
internal sealed class ProcessMover
{
    // The service says of each query that it has ended: this is for those of which it could not.
    private const int MostLooks = 100;

    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly PoolTable _pools;
    private readonly Restorer _restorer;
    private readonly MovePlanner _planner;
    private readonly PoolApplier _applier;
    private readonly MemberWatch _watch;
    private readonly Dictionary<int, MovedProcess> _moved = [];
    private int _lookedUpTo;

    internal ProcessMover(
        FileRoot root,
        JournalFile journal,
        PoolTable pools,
        Restorer restorer,
        Limits limits,
        int guard
    )
    {
        _root = root;
        _journal = journal;
        _pools = pools;
        _restorer = restorer;
        _planner = new MovePlanner(root, journal, pools, limits, guard);
        _applier = new PoolApplier(root);
        _watch = new MemberWatch(root, journal, pools, _applier);
    }

    /// <summary>Version of the hierarchy with the cpu controller; 0 without one.</summary>
    internal int CgroupVersion { get; set; }

    /// <summary>Whether resctrl is mounted.</summary>
    internal bool UsesCache { get; set; }

    /// <summary>Which process is in which pool.</summary>
    internal IReadOnlyList<MoveRequest> Moved =>
        [.. _moved.Values.OrderBy(m => m.Id).Select(m => new MoveRequest(m.Id, m.Pool))];

    /// <summary>All processes in pools.</summary>
    internal IEnumerable<int> Members => _moved.Keys;

    /// <summary>How many are in a pool.</summary>
    internal int Count => _moved.Count;

    /// <summary>How many are in one pool.</summary>
    internal int CountIn(int pool) => _moved.Values.Count(m => m.Pool == pool);

    /// <summary>The threads of all processes in a pool.</summary>
    internal IEnumerable<int> TasksIn(int pool) =>
        MembersOf(pool).SelectMany(m => ProcessLevers.Threads(_root, m.Id).AsEnumerable()).ToArray();

    internal long Done { get; private set; }

    internal long Refused { get; private set; }

    internal long WorstMicroseconds { get; private set; }

    /// <summary>When a process in a pool started, or null when it is in none.</summary>
    internal ulong? StartOf(int processId) => _moved.TryGetValue(processId, out var known) ? known.StartTime : null;

    /// <summary>The pool that a process is in, or null.</summary>
    internal int? PoolOf(int processId) => _moved.TryGetValue(processId, out var known) ? known.Pool : null;

    /// <summary>The pool in which a process is, or in a part of which; 0 for none.</summary>
    internal int WholeOf(int processId) =>
        PoolOf(processId) is { } number ? _pools.Find(number)?.Spec.Whole ?? number : 0;

    /// <summary>Whether its pool's limit of reads is for a process.</summary>
    internal bool MayWaitForReads(int processId) =>
        _moved.TryGetValue(processId, out var known) && known.MayWaitForReads;

    /// <summary>Carries out moves; without a main process there is nothing to move.</summary>
    internal IReadOnlyList<MoveOutcome> Move(IReadOnlyList<MoveRequest> moves, Postmaster? postmaster, string reason)
    {
        var outcomes = new List<MoveOutcome>(moves.Count);
        foreach (var part in WithoutRepetition(moves))
        {
            var plans = part.Select(m => _planner.Plan(m, postmaster, reason, this)).ToArray();
            outcomes.AddRange(Carry(plans, postmaster));
        }

        Refused += outcomes.Count(o => o.Status == MoveStatus.Refused);
        Done += outcomes.Count(o => o.Status is MoveStatus.Done or MoveStatus.Partial);
        return outcomes;
    }

    /// <summary>Gives back everything to all processes of a pool.</summary>
    internal void ReleasePool(int pool)
    {
        var members = MembersOf(pool);
        var originals = members.Select(m => _journal.Content.Find(m.Id, m.StartTime)).OfType<ProcessOriginal>();
        _ = _restorer.RestoreProcesses([.. originals]);
        foreach (var (id, _, _, _) in members)
            _moved.Remove(id);
    }

    /// <summary>Writes a pool's settings again to the processes in it: they may have changed.</summary>
    internal void ApplyAgain(int pool)
    {
        foreach (var (id, _, start, mayWait) in MembersOf(pool))
        {
            using var pinned = PinnedProcess.Open(_root, id, out var stat);
            if (
                pinned is not null
                && stat.StartTime == start
                && _pools.Find(pool)?.For(mayWait) is { } active
                && _journal.Content.Find(id, start) is { } known
            )
            {
                var original = PoolApplier.WithLevers(_root, known, active);
                _ = _journal.AddProcesses([original]) == 0 ? _applier.Apply(original, active, out _) : [];
            }
        }
    }

    /// <summary>Looks at some of the processes in pools and returns how many another program had changed;
    /// they are fixed.</summary>
    internal int Repair() => _watch.Repair([.. _moved.Values.OrderBy(m => m.Id)], CgroupVersion, UsesCache);

    /// <summary>The processes that the kernel does not show in their pools now.</summary>
    internal IReadOnlyList<int> Displaced() => _watch.Displaced(_moved.Values.OrderBy(m => m.Id));

    /// <summary>Forgets which process is in which pool: restoring has given everything back.</summary>
    internal void Forget() => _moved.Clear();

    /// <summary>Forgets processes that have ended; looks at some, at the next ones the next time.</summary>
    internal void ForgetEnded()
    {
        var looked = _moved.Values.Where(m => m.Id > _lookedUpTo).OrderBy(m => m.Id).Take(MostLooks).ToArray();
        _lookedUpTo = looked.Length < MostLooks ? 0 : looked[^1].Id;
        var ended = looked
            .Where(m => ProcessStat.Read(_root, m.Id) is not { HasEnded: false } s || s.StartTime != m.StartTime)
            .ToArray();
        _journal.AddDone(ended.Select(e => _journal.Content.Find(e.Id, e.StartTime)).OfType<ProcessOriginal>());
        foreach (var (id, _, _, _) in ended)
            _moved.Remove(id);
    }

    private MovedProcess[] MembersOf(int pool) => _moved.Values.Where(m => m.Pool == pool).ToArray();

    private static IEnumerable<List<MoveRequest>> WithoutRepetition(IReadOnlyList<MoveRequest> moves)
    {
        var part = new List<MoveRequest>();
        var seen = new HashSet<int>();
        foreach (var move in moves)
        {
            if (!seen.Add(move.ProcessId))
            {
                yield return part;
                part = [];
                seen = [move.ProcessId];
            }

            part.Add(move);
        }

        yield return part;
    }

    private List<MoveOutcome> Carry(MovePlan[] plans, Postmaster? postmaster)
    {
        ProcessOriginal[] toNote =
        [
            .. plans.Where(p => p.Pinned is not null).Select(p => p.Original).OfType<ProcessOriginal>(),
        ];
        var error = _journal.AddProcesses(toNote);
        var outcomes = new List<MoveOutcome>(plans.Length);
        foreach (var plan in plans)
        {
            using var pinned = plan.Pinned;
            var started = Stopwatch.GetTimestamp();
            var ended =
                plan.Outcome is not null ? plan
                : error != 0 ? plan.Ended(MoveStatus.Failed, $"the journal cannot be written: {Errno.Describe(error)}")
                : plan.Pool is null ? Release(plan)
                : Apply(plan, plan.Pool, postmaster);
            WorstMicroseconds = Math.Max(WorstMicroseconds, (long)Stopwatch.GetElapsedTime(started).TotalMicroseconds);
            outcomes.Add(ended.Outcome ?? throw new UnreachableException("a move without an end"));
        }

        return outcomes;
    }

    private MovePlan Release(MovePlan plan)
    {
        var original = plan.Original ?? throw new UnreachableException("a release of nothing");
        var failures = _restorer.RestoreProcesses([original]);
        _moved.Remove(original.ProcessId);
        var alive =
            ProcessStat.Read(_root, original.ProcessId) is { HasEnded: false } s && s.StartTime == original.StartTime;
        return failures.TryGetValue(original.ProcessId, out var problem) ? plan.Ended(MoveStatus.Partial, problem)
            : alive ? plan.Ended(MoveStatus.Done, string.Empty)
            : plan.Ended(MoveStatus.Vanished, "the process is gone");
    }

    private MovePlan Apply(MovePlan plan, ActivePool pool, Postmaster? postmaster)
    {
        var original = plan.Original ?? throw new UnreachableException("a move of nothing");
        if (PoolApplier.LeversOf(pool) == TouchedLevers.None && PoolApplier.Asks(pool.Spec))
        {
            _journal.AddDone(_moved.ContainsKey(original.ProcessId) ? [] : [original]);
            return plan.Ended(MoveStatus.Failed, "the pool has no lever here: " + string.Join("; ", pool.Problems));
        }

        var problems = _applier.Apply(original, pool, out var done);
        if (plan.Pinned is { IsAlive: false })
        {
            UndoToStranger(original, postmaster);
            _moved.Remove(original.ProcessId);
            return plan.Ended(MoveStatus.Vanished, "the process ended while it was moved");
        }

        if (problems.Count > 0 && done == TouchedLevers.None)
        {
            _ = _restorer.RestoreProcesses([original]);
            _moved.Remove(original.ProcessId);
            return plan.Ended(MoveStatus.Failed, string.Join("; ", problems));
        }

        _moved[original.ProcessId] = new MovedProcess(
            original.ProcessId,
            pool.Spec.Number,
            original.StartTime,
            plan.Request.MayWaitForReads
        );
        return plan.Ended(problems.Count == 0 ? MoveStatus.Done : MoveStatus.Partial, string.Join("; ", problems));
    }

    // The process ended between its check and the write; if its number was given away at once, another process got the
    // settings: it is put where the main process is.
    private void UndoToStranger(ProcessOriginal original, Postmaster? postmaster)
    {
        _journal.AddDone([original]);
        if (
            postmaster is not { } server
            || ProcessStat.Read(_root, original.ProcessId) is not { HasEnded: false } stranger
            || stranger.StartTime == original.StartTime
            || ProcessStat.Read(_root, server.ProcessId) is not { } main
            || ProcessLevers.Read(_root, main, CgroupVersion, UsesCache) is not { } wide
        )
            return;

        _ = _restorer.RestoreProcesses([
            wide with
            {
                ProcessId = stranger.ProcessId,
                StartTime = stranger.StartTime,
                Touched = original.Touched,
            },
        ]);
    }
}
