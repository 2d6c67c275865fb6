using System.Runtime.InteropServices;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Which process is in which pool, what is still to be let go, and the moves of the present turn. A move counts as done
/// until a report says otherwise.
/// </summary>
internal sealed class Placements(GovernorOptions options)
{
    private readonly Dictionary<int, Placement> _placed = [];
    private readonly Dictionary<int, Placement> _owed = [];
    private readonly List<PoolMove> _releases = [];
    private readonly List<PoolMove> _moves = [];

    /// <summary>True while any process is, or may be, throttled.</summary>
    public bool AnyPlaced => _placed.Count > 0;

    public long MoveCount { get; private set; }

    public long ReleaseCount { get; private set; }

    public long FailureCount { get; private set; }

    /// <summary>Makes room at once for the processes of many queries.</summary>
    public void EnsureCapacity(int processes) => _placed.EnsureCapacity(processes);

    /// <summary>Moves of this turn, releases first.</summary>
    public ImmutableArray<PoolMove> Take()
    {
        if (_releases.Count + _moves.Count == 0)
            return [];

        ImmutableArray<PoolMove> all = [.. _releases, .. _moves];
        _releases.Clear();
        _moves.Clear();
        return all;
    }

    /// <summary>Wants a process in a pool.</summary>
    /// <param name="processId">The process.</param>
    /// <param name="query">The query that it works for.</param>
    /// <param name="pool">The pool's number.</param>
    /// <param name="mayWait">Whether the pool's limit of reads is for it.</param>
    /// <param name="now">The time.</param>
    /// <returns>False when it has to be tried again later.</returns>
    public bool Put(int processId, ObservedQuery query, int pool, bool mayWait, DateTimeOffset now)
    {
        if (pool == 0)
        {
            Release(processId, query.ProcessId, query);
            return true;
        }

        var placement = Find(processId, query.ProcessId);
        if (
            (placement.Pool == pool && placement.MayWaitForReads == mayWait)
            || placement.Attempts >= options.MaximumAttempts
        )
            return true;

        if (now < placement.RetryAt)
            return false;

        (placement.Before, placement.Pool, placement.MayWaitForReads) = (placement.Pool, pool, mayWait);
        _owed.Remove(processId);
        _moves.Add(new PoolMove(processId, pool, query) { MayWaitForReads = mayWait });
        MoveCount++;
        return true;
    }

    /// <summary>Lets a process go if it works for this owner and was moved; the query is null when it
    /// has ended.</summary>
    public void Release(int processId, int owner, ObservedQuery? query)
    {
        if (_placed.TryGetValue(processId, out var placement) && placement.Owner == owner)
        {
            _placed.Remove(processId);
            if (placement.Pool != 0)
                EmitRelease(processId, query);
        }
    }

    public void ReleaseAll()
    {
        foreach (var (processId, placement) in _placed)
        {
            if (placement.Pool != 0)
                EmitRelease(processId, null);
        }

        foreach (var processId in _owed.Keys)
            EmitRelease(processId, null);

        _placed.Clear();
        _owed.Clear();
    }

    /// <summary>Tries again what could not be let go.</summary>
    public void RetryReleases(DateTimeOffset now)
    {
        foreach (var (processId, owed) in _owed)
        {
            if (owed.Pool != 0 && now >= owed.RetryAt)
            {
                owed.Pool = 0;
                EmitRelease(processId, null);
            }
        }
    }

    public void Forget(int processId)
    {
        _placed.Remove(processId);
        _owed.Remove(processId);
    }

    /// <summary>Whether there are processes that could not be moved.</summary>
    public bool HasFailures
    {
        get
        {
            foreach (var placement in _placed.Values)
            {
                if (placement.Attempts > 0)
                    return true;
            }

            return false;
        }
    }

    /// <summary>Another query: earlier failures do not count against it.</summary>
    public void ForgiveFailures(int processId)
    {
        if (_placed.TryGetValue(processId, out var placement))
            (placement.Attempts, placement.RetryAt) = (0, DateTimeOffset.MinValue);
    }

    /// <summary>Earlier failures count against no process; returns whether there were any.</summary>
    public bool ForgiveFailures()
    {
        var any = HasFailures;
        foreach (var processId in _placed.Keys)
            ForgiveFailures(processId);
        return any;
    }

    /// <summary>Makes every process in such a pool be put there again.</summary>
    public void MakeStale(Func<int, bool> hasChanged)
    {
        foreach (var placement in _placed.Values)
        {
            if (placement.Pool > 0 && hasChanged(placement.Pool))
                placement.Pool = Placement.Stale;
        }
    }

    /// <summary>Takes in how a move ended.</summary>
    /// <returns>The backend whose query the process works for, where that still matters; else null.</returns>
    public int? Report(PoolMove move, bool done, bool vanished, DateTimeOffset now)
    {
        if (vanished)
        {
            Forget(move.ProcessId);
            return null;
        }

        if (!done)
            FailureCount++;

        return move.PoolNumber == 0 ? ReportRelease(move, done, now) : ReportMove(move, done, now);
    }

    /// <summary>True when a process is in a pool that throttles it, or on its way there.</summary>
    public bool IsThrottled(int processId) => _placed.TryGetValue(processId, out var placement) && placement.Pool > 0;

    /// <summary>True when a process could not be moved and is not tried again.</summary>
    public bool HasGivenUp(int processId) =>
        _placed.TryGetValue(processId, out var placement) && placement.Attempts >= options.MaximumAttempts;

    private int? ReportRelease(PoolMove move, bool done, DateTimeOffset now)
    {
        if (done)
        {
            _owed.Remove(move.ProcessId);
            return null;
        }

        if (_placed.TryGetValue(move.ProcessId, out var placement))
        {
            placement.Before = Placement.Stale;
            return null;
        }

        if (!_owed.TryGetValue(move.ProcessId, out var owed))
            _owed[move.ProcessId] = owed = new Placement(move.ProcessId);

        owed.Pool = Placement.Stale;
        BackOff(owed, now);
        return null;
    }

    private int? ReportMove(PoolMove move, bool done, DateTimeOffset now)
    {
        if (!_placed.TryGetValue(move.ProcessId, out var placement) || placement.Pool != move.PoolNumber)
            return null;

        if (done)
        {
            placement.Attempts = 0;
            return placement.Owner;
        }

        placement.Pool = placement.Before;
        BackOff(placement, now);
        return placement.Owner;
    }

    private void BackOff(Placement placement, DateTimeOffset now)
    {
        var pause = GrowingPause.After(placement.Attempts++, options.FirstBackOff, options.LongestBackOff);
        placement.RetryAt = now + pause;
    }

    private Placement Find(int processId, int owner)
    {
        ref var placement = ref CollectionsMarshal.GetValueRefOrAddDefault(_placed, processId, out _);
        if (placement is null || placement.Owner != owner)
        {
            var before = placement?.Pool ?? (_owed.ContainsKey(processId) ? Placement.Stale : 0);
            placement = new Placement(owner) { Pool = before };
        }

        return placement;
    }

    private void EmitRelease(int processId, ObservedQuery? query)
    {
        _releases.Add(new PoolMove(processId, 0, query));
        ReleaseCount++;
    }
}

/// <summary>Where one process was last put.</summary>
/// <param name="owner">The backend whose query it works for.</param>
internal sealed class Placement(int owner)
{
    /// <summary>The pool's meaning has changed: it must be put there again.</summary>
    public const int Stale = -1;

    public int Owner { get; } = owner;

    /// <summary>The pool, 0 where it was never moved.</summary>
    public int Pool { get; set; }

    /// <summary>Whether it was put there as a process that may wait for reads.</summary>
    public bool MayWaitForReads { get; set; }

    /// <summary>Where it is if the last move failed.</summary>
    public int Before { get; set; }

    public int Attempts { get; set; }

    public DateTimeOffset RetryAt { get; set; } = DateTimeOffset.MinValue;
}
