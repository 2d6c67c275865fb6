using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Releases backends that hold what others wait for: a lock for which a process waits that ranks above them, or a
/// lightweight lock. Finding blockers costs the server something, so it is asked for them only while a process waits
/// for a lock and something is throttled or released.
/// </summary>
internal sealed class LockWatch(GovernorOptions options, TurnEvents events)
{
    private readonly ProtectedWaits _protected = new();
    private DateTimeOffset _lastAsked = DateTimeOffset.MinValue;
    private DateTimeOffset _lastAnswer = DateTimeOffset.MinValue;
    private bool _somebodyWaits;
    private bool _somebodyWaited;
    private bool _somebodyIsOut;

    public long BlockerReleases { get; private set; }

    public void BeginTurn(Observation observation, TrackedQueries queries, PolicyProgram program)
    {
        _somebodyWaited = _somebodyWaits;
        _somebodyWaits = observation.OthersWaitForLocks;
        _somebodyIsOut = false;
        if (observation.Blocking is not null)
        {
            _lastAnswer = observation.Time;
            _protected.Judge(observation, queries, program);
        }
    }

    /// <summary>Takes in what is known of the locks of one query.</summary>
    /// <returns>True when it is to be decided again.</returns>
    public bool Watch(TrackedQuery tracked, Observation observation)
    {
        _somebodyWaits |= tracked.Query.WaitsForLock;
        var before = (tracked.IsReleased, tracked.Blocked, tracked.Commits);
        if (observation.Blocking is { } blocking)
        {
            tracked.Blocked = ChangingSignals.CountBlocked(blocking, tracked.Query);
            if (tracked.Blocked > 0 && (observation.LockWaits is null || _protected.BlocksProtected(tracked.Query)))
                Released(tracked, observation.Time);
        }

        if (tracked.IsReleased && MayReturn(tracked, observation.Time))
            tracked.IsReleased = false;

        WatchCommit(tracked, observation.Time);
        _somebodyIsOut |= tracked.IsReleased;
        return before != (tracked.IsReleased, tracked.Blocked, tracked.Commits);
    }

    public bool WantsToAsk(DateTimeOffset now, bool anythingThrottled)
    {
        if (
            !_somebodyWaits
            || !(anythingThrottled || _somebodyIsOut)
            || (_lastAsked != DateTimeOffset.MinValue && now - _lastAsked < options.BlockingInterval)
        )
            return false;

        _lastAsked = now;
        return true;
    }

    private void WatchCommit(TrackedQuery tracked, DateTimeOffset now)
    {
        if (tracked.Query.IsInCriticalSection)
        {
            tracked.CommitsUntil = now + options.ReleaseCommitsFor;
            tracked.Commits = true;
        }
        else if (tracked.Commits && now >= tracked.CommitsUntil)
        {
            tracked.Commits = false;
        }
    }

    private void Released(TrackedQuery tracked, DateTimeOffset now)
    {
        tracked.LastBlocked = now;
        if (!tracked.IsReleased)
        {
            tracked.IsReleased = true;
            if (tracked.Place != 0)
            {
                BlockerReleases++;
                events.Add(
                    now,
                    "release_blocker",
                    tracked.Query,
                    $"blocks {tracked.Blocked} others: not throttled until they go on"
                );
            }
        }
    }

    /// <summary>Only on evidence: nothing waits, or a later answer says that nothing waits for this one.</summary>
    private bool MayReturn(TrackedQuery tracked, DateTimeOffset now) =>
        now - tracked.LastBlocked >= options.ReleaseBlockersFor
        && ((!_somebodyWaits && !_somebodyWaited) || _lastAnswer > tracked.LastBlocked);
}
