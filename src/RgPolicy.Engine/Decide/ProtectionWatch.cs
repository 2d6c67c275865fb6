using System.Collections.Immutable;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Whether there is anybody whom narrowing protects: a query in the favoured pool or one that is never governed, or a
/// backend that works in bursts too short to be met and was not narrowed when it was last seen. While there is nobody, low
/// weights only shift time between those who are narrowed.
/// </summary>
internal sealed class ProtectionWatch(TimeSpan memory)
{
    private readonly HashSet<int> _narrowed = [];
    private readonly List<int> _gone = [];
    private DateTimeOffset _lastSign = DateTimeOffset.MinValue;
    private bool _isSigned;

    /// <summary>True when in doubt.</summary>
    public bool IsNeeded { get; private set; } = true;

    /// <summary>Takes in one running query after its decision.</summary>
    public void See(TrackedQuery tracked)
    {
        if (tracked.PoolNumber != 0)
        {
            _narrowed.Add(tracked.Query.ProcessId);
        }
        else if (tracked.Reason is not (StandReason.Provisional or StandReason.Young))
        {
            _isSigned = true;
            _narrowed.Remove(tracked.Query.ProcessId);
        }
    }

    /// <summary>Ends a turn.</summary>
    public void End(Observation observation, IReadOnlyDictionary<int, TrackedQuery> running)
    {
        if (_isSigned || HasOthers(observation.RecentlyIdle))
        {
            _lastSign = observation.Time;
        }

        _isSigned = false;
        IsNeeded = observation.Time - _lastSign < memory;
        ForgetGone(observation, running);
    }

    private bool HasOthers(ImmutableArray<int>? recentlyIdle)
    {
        foreach (var processId in recentlyIdle ?? [])
        {
            if (!_narrowed.Contains(processId))
            {
                return true;
            }
        }

        return recentlyIdle is null;
    }

    private void ForgetGone(Observation observation, IReadOnlyDictionary<int, TrackedQuery> running)
    {
        if (_narrowed.Count <= running.Count)
        {
            return;
        }

        _gone.Clear();
        foreach (var processId in _narrowed)
        {
            if (!running.ContainsKey(processId) && observation.RecentlyIdle?.Contains(processId) != true)
            {
                _gone.Add(processId);
            }
        }

        _gone.ForEach(processId => _narrowed.Remove(processId));
    }
}
