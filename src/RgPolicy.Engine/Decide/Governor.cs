using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.States;
using RgPolicy.Engine.Strategies;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Turns observations into moves: decides each query's pool once, acts only on change, and lets go what ends, blocks others
/// or may not be governed. Pure in time and input; to be used from one thread at a time. A failed poll is simply not
/// decided: everything stays as it is.
/// </summary>
public sealed class Governor
{
    private static readonly GovernorTurn AskWhoBlocks = GovernorTurn.Unchanged with { WantsBlocking = true };

    private readonly GovernorOptions _options;
    private readonly Placements _placements;
    private readonly TurnEvents _events;
    private readonly Dictionary<int, TrackedQuery> _tracked = [];
    private readonly Stack<TrackedQuery> _free = [];
    private readonly LockWatch _locks;
    private readonly ProtectionWatch _protection;
    private StateBoard _states;
    private QueryDecider _decider;
    private Adaptation? _adaptation;
    private PolicyProgram _written;
    private PolicyProgram _program;
    private Observation? _last;
    private ulong _openWindows;
    private bool _mustDecideAll = true;
    private long _turn;
    private long _queries;
    private int _seen;

    /// <summary>Makes a governor that has seen nothing yet.</summary>
    public Governor(PolicyProgram program, GovernorOptions options)
    {
        _options = options;
        _written = _program = program;
        _states = new StateBoard(program.Policy, program.Target);
        _placements = new Placements(options);
        _events = new TurnEvents(options.MaximumEvents);
        _locks = new LockWatch(options, _events);
        _protection = new ProtectionWatch(options.ProtectFor);
        _decider = new QueryDecider(program, _events);
        _adaptation = Adaptation.For(program, options);
    }

    /// <summary>The program in force: the policy's, with the settings of the active states. Another instance means other pools.</summary>
    public PolicyProgram Program => _program;

    /// <summary>Names of the active states, in the order of the text.</summary>
    public ImmutableArray<string> ActiveStates => _states.Active;

    /// <summary>What was done so far.</summary>
    public GovernorCounters Counters => new(
        _turn, _queries, _decider.Decisions, _placements.MoveCount, _placements.ReleaseCount, _placements.FailureCount,
        _locks.LetOuts, _events.Dropped);

    /// <summary>
    /// Whether there is anybody whom narrowing protects; true when in doubt. While there is nobody the narrowed pools may weigh
    /// as much as if they were not narrowed.
    /// </summary>
    public bool MustProtect => _protection.IsNeeded;

    /// <summary>Every running query as last seen, with what was decided; made anew at each call.</summary>
    public IReadOnlyList<GovernedQuery> Queries =>
        [.. _tracked.Values.OrderBy(tracked => tracked.Query.ProcessId).Select(Describe)];

    /// <summary>Decides one observation. Allocates nothing when nothing has changed.</summary>
    public GovernorTurn Decide(Observation observation)
    {
        BeginTurn(observation);
        foreach (var query in observation.Queries)
        {
            Follow(query, observation);
        }

        ReleaseEnded();
        _placements.RetryReleases(observation.Time);
        _mustDecideAll = false;
        return EndTurn(observation);
    }

    /// <summary>
    /// Takes in how a move ended, as read back. A failed move is tried again a few times, with growing pauses; a failed
    /// release until it succeeds or the process is gone.
    /// </summary>
    /// <param name="move">A move of an earlier turn.</param>
    /// <param name="done">The kernel shows it.</param>
    /// <param name="vanished">The process was gone.</param>
    /// <param name="detail">Why it failed, for people.</param>
    public void Report(PoolMove move, bool done, bool vanished, string detail)
    {
        var owner = _placements.Report(move, done, vanished, Now);
        if (owner is { } processId && _tracked.TryGetValue(processId, out var tracked))
        {
            tracked.IsUnsettled |= !done;
            tracked.Failure = done ? "" : detail;
            if (_placements.HasGivenUp(move.ProcessId))
            {
                _events.Add(Now, "move", move.QueryId, $"process {move.ProcessId} could not be moved and stays: {detail}");
            }
        }
    }

    /// <summary>Lets everything go. A later turn decides and moves anew.</summary>
    public GovernorTurn ReleaseAll(DateTimeOffset time, string reason)
    {
        _placements.ReleaseAll();
        _mustDecideAll = true;
        var moves = _placements.Take();
        if (!moves.IsEmpty)
        {
            _events.Add(time, "release", "", $"{moves.Length} processes let go: {reason}");
        }

        return new GovernorTurn(moves, false, _events.Take());
    }

    /// <summary>
    /// Puts another program in force: the next turn decides everything again, and processes in pools whose meaning has changed
    /// are put there again.
    /// </summary>
    public void Replace(PolicyProgram program)
    {
        program = program.After(_program);
        _written = program;
        _states = new StateBoard(program.Policy, program.Target);
        PutInForce(program);
        foreach (var tracked in _tracked.Values)
        {
            tracked.ForgetRules(program.Rules.Length);
            tracked.ToldClass = -1;
        }
    }

    /// <summary>Forgets a process that is known to be gone; nothing is let go.</summary>
    public void Forget(int processId)
    {
        if (_tracked.Remove(processId, out var tracked))
        {
            foreach (var worker in tracked.KnownWorkers)
            {
                _placements.Forget(worker);
            }
        }

        _placements.Forget(processId);
    }

    /// <summary>Why the query that a backend runs has its class, or null when none was seen.</summary>
    public Explanation? Explain(int processId)
    {
        if (_last is not { } last || !_tracked.TryGetValue(processId, out var tracked))
        {
            return null;
        }

        SignalMapper.Fill(tracked.Values, tracked.Query, last, _program.Target);
        return _program.Explain(tracked.Values, Instant.FromDateTimeOffset(last.Time));
    }

    private DateTimeOffset Now => _last?.Time ?? DateTimeOffset.MinValue;

    private void BeginTurn(Observation observation)
    {
        _turn++;
        _seen = 0;
        _last = observation;
        _locks.BeginTurn(observation);
        _adaptation?.Begin(observation.Time);
        FollowStates(observation);
        var open = OpenWindows(observation.Time);
        _mustDecideAll |= open != _openWindows || _program.Windows.Length > 64;
        _openWindows = open;
    }

    private void FollowStates(Observation observation)
    {
        var changes = _states.See(observation);
        if (changes.Count == 0)
        {
            return;
        }

        foreach (var change in changes)
        {
            _events.Add(observation.Time, "state", "", change.Describe());
        }

        PutInForce(_states.Active.IsEmpty ? _written : _written.WithPools(_states.Pools()));
    }

    private void PutInForce(PolicyProgram program)
    {
        var before = _program.NarrowingPools.ToDictionary(pool => pool.Number);
        var after = program.NarrowingPools.ToDictionary(pool => pool.Number);
        _placements.MakeStale(number => !before.TryGetValue(number, out var old) || !after.TryGetValue(number, out var now)
            || !old.GivesTheSameAs(now));
        _program = program;
        _adaptation = Adaptation.For(program, _options);
        _decider = new QueryDecider(program, _events) { Decisions = _decider.Decisions };
        _mustDecideAll = true;
    }

    private ulong OpenWindows(DateTimeOffset time)
    {
        var bits = 0UL;
        var windows = _program.Windows;
        for (var index = 0; index < Math.Min(windows.Length, 64); index++)
        {
            bits |= WindowClock.Contains(windows[index], Instant.FromDateTimeOffset(time)) ? 1UL << index : 0;
        }

        return bits;
    }

    private void Follow(ObservedQuery query, Observation observation)
    {
        var tracked = Track(query, out var isChanged);
        tracked.Seen = _turn;
        _seen++;
        var isLockNews = _locks.Watch(tracked, observation);
        if (isChanged || isLockNews || tracked.IsUnsettled || _decider.MayChangeWithTime(tracked))
        {
            _decider.Decide(tracked, observation, isChanged);
            Place(tracked, observation.Time);
        }

        _protection.See(tracked);
        _adaptation?.See(tracked, observation.Time);
    }

    private TrackedQuery Track(ObservedQuery query, out bool isChanged)
    {
        if (!_tracked.TryGetValue(query.ProcessId, out var tracked))
        {
            tracked = _free.Count > 0 ? _free.Pop() : new TrackedQuery();
            _tracked.Add(query.ProcessId, tracked);
            Begin(tracked, query);
        }
        else if (!tracked.IsSame(query))
        {
            ReleaseWorkers(tracked, query);
            Begin(tracked, query);
        }
        else if (tracked.IsUnchanged(query))
        {
            isChanged = _mustDecideAll;
            return tracked;
        }
        else
        {
            ReleaseWorkers(tracked, query);
            tracked.See(query);
        }

        isChanged = true;
        return tracked;
    }

    private void Begin(TrackedQuery tracked, ObservedQuery query)
    {
        tracked.Begin(query, _program.Rules.Length);
        _placements.ForgiveFailures(query.ProcessId);
        _queries++;
    }

    /// <summary>Lets go the workers that the backend no longer has.</summary>
    private void ReleaseWorkers(TrackedQuery tracked, ObservedQuery next)
    {
        foreach (var worker in tracked.KnownWorkers)
        {
            if (!next.Workers.Contains(worker))
            {
                _placements.Release(worker, next.ProcessId, null);
            }
        }
    }

    private void Place(TrackedQuery tracked, DateTimeOffset now)
    {
        var query = tracked.Query;
        var isYoung = tracked.PoolNumber != 0 && now - query.Started < _options.MinimumAge;
        if (isYoung && _placements.IsNarrowed(query.ProcessId))
        {
            // Narrowed for the query before: neither moved on nor let go for the moment until this one is old enough.
            tracked.IsUnsettled = true;
            return;
        }

        var pool = isYoung ? 0 : tracked.PoolNumber;
        var (moves, releases) = (_placements.MoveCount, _placements.ReleaseCount);
        var isSettled = _placements.Put(query.ProcessId, query, pool, now);
        foreach (var worker in query.Workers)
        {
            isSettled &= _placements.Put(worker, query, pool, now);
        }

        tracked.IsUnsettled = isYoung || !isSettled;
        tracked.Reason = isYoung ? StandReason.Young : tracked.Reason;
        TellMoves(tracked, _placements.MoveCount - moves, _placements.ReleaseCount - releases, now);
    }

    private void TellMoves(TrackedQuery tracked, long moves, long releases, DateTimeOffset now)
    {
        if (moves > 0)
        {
            _events.Add(now, "move", tracked.Query.Id, $"{moves} processes to {_decider.PoolName(tracked)}");
        }

        if (releases > 0)
        {
            _events.Add(now, "release", tracked.Query.Id, $"{releases} processes let go: {QueryDecider.Note(tracked)}");
        }
    }

    private void ReleaseEnded()
    {
        if (_seen == _tracked.Count)
        {
            return;
        }

        foreach (var (processId, tracked) in _tracked)
        {
            if (tracked.Seen != _turn)
            {
                _tracked.Remove(processId);
                _free.Push(tracked);
                Release(processId, tracked);
            }
        }
    }

    private void Release(int processId, TrackedQuery tracked)
    {
        _placements.Release(processId, processId, null);
        foreach (var worker in tracked.KnownWorkers)
        {
            _placements.Release(worker, processId, null);
        }
    }

    private GovernorTurn EndTurn(Observation observation)
    {
        _protection.End(observation, _tracked);
        _program = _adaptation?.End(_program, observation.Time, _protection.IsNeeded, _events) ?? _program;
        var asks = _locks.WantsToAsk(observation.Time, _placements.AnyPlaced);
        var (moves, events) = (_placements.Take(), _events.Take());
        if (moves.IsEmpty && events.IsEmpty)
        {
            return asks ? AskWhoBlocks : GovernorTurn.Unchanged;
        }

        return new GovernorTurn(moves, asks, events);
    }

    private GovernedQuery Describe(TrackedQuery tracked) => new(
        tracked.Query, tracked.Decision, tracked.Reason == StandReason.Young ? 0 : tracked.PoolNumber, QueryDecider.Note(tracked));
}
