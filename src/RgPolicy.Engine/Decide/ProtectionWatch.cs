using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Whether throttling protects anything: a query in the protected pool or one that is never governed, or a backend that
/// works in bursts too short to be met and was not throttled when it was last seen. While there is nothing to protect,
/// low weights only shift time between the throttled queries: once several of them have competed for a while, they may
/// have normal weights until none is left.
/// </summary>
internal sealed class ProtectionWatch(TimeSpan memory)
{
    /// <summary>For how long several throttled queries must compete with nothing to protect before they
    /// are let off.</summary>
    internal static readonly TimeSpan Settling = TimeSpan.FromSeconds(3);

    private readonly HashSet<int> _throttled = [];
    private readonly List<int> _gone = [];
    private DateTimeOffset _lastSign = DateTimeOffset.MinValue;
    private DateTimeOffset? _competingSince;
    private int _runningThrottled;
    private bool _isSigned;

    /// <summary>Whether there is anything to protect; true when in doubt.</summary>
    public bool IsNeeded { get; private set; } = true;

    /// <summary>True while there is nothing to protect and throttling would only set throttled queries against each
    /// other; false
    /// when in doubt.</summary>
    public bool MayRelax { get; private set; }

    /// <summary>Makes room at once for many queries.</summary>
    public void EnsureCapacity(int queries) => _throttled.EnsureCapacity(queries);

    /// <summary>Takes in one running query after its decision.</summary>
    public void See(TrackedQuery tracked)
    {
        if (tracked.Place != 0)
        {
            _throttled.Add(tracked.Query.ProcessId);
            _runningThrottled++;
        }
        else if (
            tracked.Reason
            is not (
                PlacementReason.Provisional
                or PlacementReason.Young
                or PlacementReason.TransactionControl
                or PlacementReason.Commits
            )
        )
        {
            _isSigned = true;
            _throttled.Remove(tracked.Query.ProcessId);
        }
    }

    /// <summary>Ends a turn.</summary>
    public void End(Observation observation, IReadOnlyDictionary<int, TrackedQuery> running)
    {
        if (_isSigned || HasOthers(observation.RecentlyIdle))
            _lastSign = observation.Time;

        IsNeeded = observation.Time - _lastSign < memory;
        ForgetGone(observation, running);
        WatchCompetition(observation.Time);
        _isSigned = false;
        _runningThrottled = 0;
    }

    private void WatchCompetition(DateTimeOffset now)
    {
        if (IsNeeded || _throttled.Count < (MayRelax ? 1 : 2))
            _competingSince = null;
        else if (_runningThrottled > 1)
            _competingSince ??= now;

        MayRelax = now - _competingSince >= Settling;
    }

    private bool HasOthers(ImmutableArray<int>? recentlyIdle)
    {
        foreach (var processId in recentlyIdle ?? [])
        {
            if (!_throttled.Contains(processId))
                return true;
        }

        return recentlyIdle is null;
    }

    private void ForgetGone(Observation observation, IReadOnlyDictionary<int, TrackedQuery> running)
    {
        if (_throttled.Count <= running.Count)
            return;

        _gone.Clear();
        foreach (var processId in _throttled)
        {
            if (!running.ContainsKey(processId) && observation.RecentlyIdle?.Contains(processId) != true)
                _gone.Add(processId);
        }

        _gone.ForEach(processId => _throttled.Remove(processId));
    }
}
