using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// The running queries, one for each backend: tells what is new about them, and lets go the processes
/// of whatever has ended.
/// </summary>
internal sealed class TrackedQueries(Placements placements)
{
    private readonly Dictionary<int, TrackedQuery> _tracked = [];
    private readonly Stack<TrackedQuery> _free = [];
    private long _turn;
    private int _seen;
    private DateTimeOffset _time;
    private DateTimeOffset _before;

    public long Turns => _turn;

    /// <summary>Queries seen so far.</summary>
    public long Queries { get; private set; }

    /// <summary>Those of them that ended young, before their class was final.</summary>
    public long TooShort { get; private set; }

    /// <summary>By process id.</summary>
    public IReadOnlyDictionary<int, TrackedQuery> Tracked => _tracked;

    /// <summary>Begins a turn that sees this many queries.</summary>
    public void BeginTurn(int queries, DateTimeOffset time)
    {
        _turn++;
        (_before, _time) = (_time, time);
        _tracked.EnsureCapacity(queries);
        placements.EnsureCapacity(queries);
        _seen = 0;
    }

    /// <summary>Takes in a query of this turn.</summary>
    /// <param name="query">As observed.</param>
    /// <param name="ruleCount">Rules of the program.</param>
    /// <param name="isChanged">Something about it is new.</param>
    public TrackedQuery See(ObservedQuery query, int ruleCount, out bool isChanged)
    {
        isChanged = true;
        ref var place = ref CollectionsMarshal.GetValueRefOrAddDefault(_tracked, query.ProcessId, out _);
        var tracked = place;
        if (tracked is null)
        {
            place = tracked = _free.Count > 0 ? _free.Pop() : new TrackedQuery();
            Begin(tracked, query, ruleCount);
        }
        else if (!tracked.IsSame(query))
        {
            ReleaseWorkers(tracked, query);
            CountEnded(tracked);
            Begin(tracked, query, ruleCount);
        }
        else if (tracked.IsUnchanged(query))
        {
            isChanged = false;
        }
        else
        {
            ReleaseWorkers(tracked, query);
            tracked.See(query);
        }

        tracked.Seen = _turn;
        _seen++;
        return tracked;
    }

    /// <summary>Lets go whatever this turn has not seen.</summary>
    public void ReleaseEnded()
    {
        if (_seen == _tracked.Count)
            return;

        foreach (var (processId, tracked) in _tracked)
        {
            if (tracked.Seen != _turn)
            {
                _tracked.Remove(processId);
                CountEnded(tracked);
                _free.Push(tracked);
                placements.Release(processId, processId, null);
                foreach (var worker in tracked.KnownWorkers)
                    placements.Release(worker, processId, null);
            }
        }
    }

    public bool TryGet(int processId, [NotNullWhen(true)] out TrackedQuery? tracked) =>
        _tracked.TryGetValue(processId, out tracked);

    /// <summary>Forgets a backend whose process is gone; nothing is let go.</summary>
    public void Forget(int processId)
    {
        if (_tracked.Remove(processId, out var tracked))
        {
            foreach (var worker in tracked.KnownWorkers)
                placements.Forget(worker);
        }

        placements.Forget(processId);
    }

    private void CountEnded(TrackedQuery tracked)
    {
        var isTooShort =
            tracked.Counted.Index < 0
            && tracked.Query.Exemption is null
            && _before - tracked.Query.Started < ShortLife.Limit;
        TooShort += isTooShort ? 1 : 0;
    }

    private void Begin(TrackedQuery tracked, ObservedQuery query, int ruleCount)
    {
        tracked.Begin(query, ruleCount);
        placements.ForgiveFailures(query.ProcessId);
        Queries++;
    }

    /// <summary>Lets go the workers that the backend no longer has.</summary>
    private void ReleaseWorkers(TrackedQuery tracked, ObservedQuery next)
    {
        foreach (var worker in tracked.KnownWorkers)
        {
            if (!next.Workers.Contains(worker))
                placements.Release(worker, next.ProcessId, null);
        }
    }
}

/// <summary>Queries that are over before it matters which class they have.</summary>
internal static class ShortLife
{
    /// <summary>A query that lives for less is one.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(300);
}
