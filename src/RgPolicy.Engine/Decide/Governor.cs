using NodaTime;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Rules;
using RgPolicy.Engine.Scheduling;
using RgPolicy.Engine.Sharing;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Strategies;
using RgPolicy.Engine.Tracking;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Turns observations into moves: decides each query's pool once, acts only on change, and lets go what
/// ends, blocks others or may not be governed. Pure in time and input; to be used from one thread at a
/// time. A failed poll is simply not decided: everything stays as it is.
/// </summary>
internal sealed class Governor : ICoRunAdvisor
{
    private static readonly GovernorTurn AskWhoBlocks = GovernorTurn.Unchanged with { WantsBlocking = true };

    private readonly GovernorOptions _options;
    private readonly Placements _placements;
    private readonly TurnEvents _events;
    private readonly TrackedQueries _queries;
    private readonly RuleMemory _books;
    private readonly LockWatch _locks;
    private readonly UseWatch _use;
    private readonly ProtectionWatch _protection;
    private readonly ProgramInForce _inForce;
    private readonly ClassTally _tally = new();
    private QueryDecider _decider;
    private Adaptation? _adaptation;
    private SlotScheduler? _slots;
    private Observation? _last;
    private bool _mustDecideAll = true;
    private bool _protects = true;
    private StrategyOptions _strategy;

    /// <summary>Makes a governor that has seen nothing yet.</summary>
    public Governor(PolicyProgram program, GovernorOptions options)
    {
        (_options, _strategy) = (options, options.Strategy);
        _placements = new Placements(options);
        _queries = new TrackedQueries(_placements);
        _events = new TurnEvents(options.MaximumEvents);
        _books = new RuleMemory(options.Rules, _events);
        _locks = new LockWatch(options, _events);
        _use = new UseWatch(_events);
        _protection = new ProtectionWatch(options.ProtectFor);
        _inForce = new ProgramInForce(program, _events, options.Tenant ?? new SharedHost().Join("", null));
        _decider = new QueryDecider(Program, _books, _tally, _events);
        _adaptation = Adaptation.For(Program, options.Strategy, options.Objectives, null);
        _slots = SlotScheduler.For(Program, options.MinimumAge, Place, null);
    }

    /// <summary>The program in force: the policy's, with the settings of the active states. Another
    /// instance means other pools.</summary>
    public PolicyProgram Program => _inForce.Program;

    /// <summary>Names of the active states, in the order of the text.</summary>
    public ImmutableArray<string> ActiveStates => _inForce.ActiveStates;

    /// <summary>What was done so far.</summary>
    public GovernorCounters Counters =>
        new(
            _queries.Turns,
            _queries.Queries,
            _decider.Decisions,
            _placements.MoveCount,
            _placements.ReleaseCount,
            _placements.FailureCount,
            _locks.BlockerReleases,
            _events.Dropped,
            _queries.TooShort
        );

    /// <summary>How many queries were given each class for good, in the order of the policy, then classes of earlier
    /// policies. A query that changes its class counts again.</summary>
    public IReadOnlyList<(string Class, long Queries)> ClassCounts => _tally.Counts(Program.Policy);

    /// <summary>Whether throttled queries may be let off, because throttling protects nothing and several of them only
    /// compete with each other; false when in doubt.</summary>
    public bool MayRelax => _protection.MayRelax && !_protects && _slots?.AnyHeld != true;

    /// <summary>Whether pools have slots, so that how the processors are used matters.</summary>
    public bool HasSlots => _slots is not null;

    /// <summary>Whether the cache strategy splits nothing, because what runs has L3 domains nearly to itself.</summary>
    public bool HasOwnDomains => _adaptation?.HasOwnDomains ?? false;

    /// <summary>Every running query as last seen, with what was decided; made anew at each call.</summary>
    public IReadOnlyList<GovernedQuery> Queries =>
        [.. _queries.Tracked.Values.OrderBy(tracked => tracked.Query.ProcessId).Select(Describe)];

    /// <summary>Adds the backends that are throttled, or on their way there, to a list; allocates nothing else.</summary>
    public void ListThrottled(ICollection<int> processIds)
    {
        if (!_placements.AnyPlaced)
            return;

        foreach (var processId in _queries.Tracked.Keys)
        {
            if (_placements.IsThrottled(processId))
                processIds.Add(processId);
        }
    }

    /// <summary>Whether the last turn saw a backend at work; allocates nothing.</summary>
    public bool Sees(int processId) => _queries.TryGet(processId, out _);

    /// <summary>When the first of the queries that the last turn found too young to be moved is old enough, on the
    /// DBMS's clock; null when none waits for that.</summary>
    public DateTimeOffset? OldEnoughAt { get; private set; }

    /// <summary>What was decided for the query of a backend; null when it runs none.</summary>
    public GovernedQuery? Find(int processId) => _queries.TryGet(processId, out var tracked) ? Describe(tracked) : null;

    /// <summary>The fingerprints whose later executions rules have sent elsewhere for a while, those that end first
    /// before the others.</summary>
    public ImmutableArray<Quarantine> Quarantined => _books.Quarantine.Entries;

    /// <summary>The statements whose later executions get less because of rules, those that end first
    /// before the others.</summary>
    public ImmutableArray<Shrink> Shrunk => _books.Shrinks.Entries;

    /// <summary>Decides one observation. Allocates nothing when nothing has changed.</summary>
    public GovernorTurn Decide(Observation observation)
    {
        BeginTurn(observation);
        foreach (var query in observation.Queries)
            Follow(query, observation);

        _queries.ReleaseEnded();
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
        if (owner is { } processId && _queries.TryGet(processId, out var tracked))
        {
            tracked.IsUnsettled |= !done;
            tracked.Failure = done ? "" : detail;
            if (_placements.HasGivenUp(move.ProcessId))
            {
                var told = $"process {move.ProcessId} could not be moved and stays: {detail}";
                _events.Add(Now, "move", move.QueryId, told);
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
            _events.Add(time, "release", "", $"{QueryDecider.Processes(moves.Length)} let go: {reason}");

        return new GovernorTurn(moves, false, _events.Take());
    }

    /// <summary>
    /// Puts another program in force: the next turn decides everything again, and processes in pools
    /// whose meaning has changed are put there again.
    /// </summary>
    public void Replace(PolicyProgram program)
    {
        var before = Program;
        program = program.After(before);
        _inForce.Replace(program);
        PutInForce(before);
        foreach (var tracked in _queries.Tracked.Values)
        {
            tracked.ForgetRules(program.Rules.Length);
            tracked.ToldClass = -1;
        }
    }

    /// <summary>Says how many pools and parts of pools can be had together; null for no parts.</summary>
    /// <returns>True when that is new.</returns>
    public bool LimitPools(int? most)
    {
        if (most == _strategy.MostPools)
            return false;

        _strategy = _strategy with { MostPools = most };
        var before = Program;
        _inForce.Restate();
        PutInForce(before);
        return true;
    }

    /// <summary>What is remembered of the query that a backend runs, or null; for policy tests.</summary>
    internal TrackedQuery? Peek(int processId) => _queries.TryGet(processId, out var tracked) ? tracked : null;

    /// <summary>Forgets a process that is known to be gone; nothing is let go.</summary>
    public void Forget(int processId) => _queries.Forget(processId);

    /// <summary>Whether there are processes that could not be moved.</summary>
    public bool HasFailures => _placements.HasFailures;

    /// <summary>Tries again at once what could not be moved: what it rests on has changed.</summary>
    public void Retry() => _mustDecideAll |= _placements.ForgiveFailures();

    /// <summary>Why the query that a backend runs has its class, or null when none was seen.</summary>
    public Explanation? Explain(int processId)
    {
        if (_last is not { } last || !_queries.TryGet(processId, out var tracked))
            return null;

        var values = new SignalValues();
        SignalMapper.Fill(values, tracked.Query, last, Program.Target);
        var pool = PoolOf(tracked);
        var at = Instant.FromDateTimeOffset(last.ClockTime);
        return ClassExplainer.Explain(Program, values, at, tracked.ExpectedDecision) with
        {
            CoRun = CoRun.Of(tracked.Query),
            Allotment = ExplainedAllotment.Of(Program, pool, pool is null ? [] : _inForce.MasksBefore(pool)),
        };
    }

    /// <inheritdoc />
    public CoRunAdvice? Admit(IReadOnlyList<CoRunQuery> waiting) => CoRun.Admit(waiting);

    /// <inheritdoc />
    public CoRunAdvice? Review() => CoRun.Review();

    private CoRunReview CoRun => new(Program, _queries.Tracked.Values, Now);

    /// <summary>The pool that a query stands in, or null outside all pools.</summary>
    private PoolAllotment? PoolOf(TrackedQuery tracked) =>
        NumberOf(tracked) switch
        {
            0
                when Program.PoolOf(tracked.Decision.ClassIndex) is { Throttles: false } pool
                    && tracked.Reason == PlacementReason.InPool => pool,
            0 => null,
            var number => Program.ThrottlingPools.First(pool => pool.Number == number),
        };

    /// <summary>The time of the last observation on the DBMS's clock, which quarantines and shrinkings go by; the least
    /// before the first.</summary>
    public DateTimeOffset Now => _last?.Time ?? DateTimeOffset.MinValue;

    private void BeginTurn(Observation observation)
    {
        _last = observation;
        OldEnoughAt = null;
        _queries.BeginTurn(observation.Queries.Length, observation.Time);
        _protection.EnsureCapacity(observation.Queries.Length);
        _locks.BeginTurn(observation, _queries, Program);
        var before = Program;
        if (_inForce.FollowHost() | _inForce.FollowStates(observation))
            PutInForce(before);

        // What another state has put in force begins with this turn too.
        _adaptation?.Begin(observation);
        _slots?.Begin();

        _mustDecideAll |= _books.EndExpired(observation.Time);
        _mustDecideAll |= _inForce.FollowWindows(observation.ClockTime);
    }

    private void PutInForce(PolicyProgram replaced)
    {
        _slots = SlotScheduler.For(Program, _options.MinimumAge, Place, _slots);
        foreach (var tracked in _queries.Tracked.Values)
        {
            tracked.Part = default;
            tracked.Slot.IsHeld = false;
            if (_slots is null)
                tracked.Slot.Leave();
        }

        _adaptation = Adaptation.For(Program, _strategy, _options.Objectives, _adaptation);
        _inForce.Adapt(_adaptation?.Resume(Program) ?? Program);
        _placements.MakeStale(ChangedPools.Between(replaced, Program));
        _decider = new QueryDecider(Program, _books, _tally, _events) { Decisions = _decider.Decisions };
        _mustDecideAll = true;
    }

    private void Follow(ObservedQuery query, Observation observation)
    {
        var tracked = _queries.See(query, Program.Rules.Length, out var isNew);
        var isUseNews = _use.Watch(tracked, observation);
        var isChanged = isNew || isUseNews || _mustDecideAll;
        var isLockNews = _locks.Watch(tracked, observation);
        var isNews = isChanged || isLockNews || tracked.IsUnsettled || _decider.MayChangeWithTime(tracked);
        if (isNews)
            _decider.Decide(tracked, observation, isChanged);
        if (_slots?.See(tracked, isNews, observation.Time) != true && isNews)
            Place(tracked, observation.Time);

        _protection.See(tracked);
        _adaptation?.See(tracked, observation.Time);
    }

    private void Place(TrackedQuery tracked, DateTimeOffset now)
    {
        var query = tracked.Query;
        var isYoung = tracked.PoolNumber != 0 && now - query.Started < _options.MinimumAge;
        if (isYoung && _placements.IsThrottled(query.ProcessId))
        {
            // Throttled for the query before: neither moved on nor let go for the moment until this one is old enough.
            tracked.IsUnsettled = true;
            return;
        }

        if (isYoung)
            Await(query.Started + _options.MinimumAge);

        var pool = isYoung ? 0 : tracked.Place;
        var (moves, releases) = (_placements.MoveCount, _placements.ReleaseCount);
        var mayWait = Program.LimitsReads(pool) && query.Statement?.Kind == StatementKind.Select;
        var isSettled = _placements.Put(query.ProcessId, query, pool, mayWait, now);
        foreach (var worker in query.Workers)
            isSettled &= _placements.Put(worker, query, pool, mayWait, now);

        tracked.IsUnsettled = isYoung || !isSettled;
        tracked.Reason = isYoung ? PlacementReason.Young : tracked.Reason;
        _decider.TellMoves(tracked, _placements.MoveCount - moves, _placements.ReleaseCount - releases, now);
    }

    private void Await(DateTimeOffset age)
    {
        if (OldEnoughAt is not { } earlier || age < earlier)
            OldEnoughAt = age;
    }

    private GovernorTurn EndTurn(Observation observation)
    {
        _slots?.End(observation);
        _protection.End(observation, _queries.Tracked);
        _protects = _inForce.Protects(_protection.IsNeeded);
        if (_adaptation?.End(Program, observation.Time, _protects, _events) is { } adapted)
            _inForce.Adapt(adapted);

        for (var index = 0; index < _adaptation?.Moved.Count; index++)
            Place(_adaptation.Moved[index], observation.Time);

        var asks = _locks.WantsToAsk(observation.Time, _placements.AnyPlaced);
        var (moves, events, cancels) = (_placements.Take(), _events.Take(), _books.Cancels.Take());
        if (moves.IsEmpty && events.IsEmpty && cancels.IsEmpty)
            return asks ? AskWhoBlocks : GovernorTurn.Unchanged;

        return new GovernorTurn(moves, asks, events) { Cancels = cancels };
    }

    private GovernedQuery Describe(TrackedQuery tracked) =>
        new(PlanUse.AsJudged(tracked.Query, _last), tracked.Decision, NumberOf(tracked), QueryDecider.Note(tracked))
        {
            SlotWait = tracked.Slot.IsHeld ? tracked.Slot.Waited : null,
        };

    private static int NumberOf(TrackedQuery tracked) => tracked.Reason == PlacementReason.Young ? 0 : tracked.Place;
}
