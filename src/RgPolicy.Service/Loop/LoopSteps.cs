using RgPolicy.Service.Control;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.ThisHost;
using RgPolicy.Service.Watching;

namespace RgPolicy.Service.Loop;

/// <summary>The steps of a turn, in their order, and the state that lives from turn to turn.</summary>
internal sealed class LoopSteps : IAsyncDisposable
{
    private static readonly TimeSpan LatePoll = TimeSpan.FromMilliseconds(400);

    private readonly LoopParts _parts;
    private readonly PolicyInForce _policy;
    private readonly LoopRecord _record;
    private readonly EnforceSteps _enforce;
    private readonly BackendWatch? _watch;
    private readonly EarlyPolls _early;
    private readonly AuditStep _audit;
    private readonly QuestionStep _questions;
    private readonly ShowStep _show;
    private readonly ObserveStep _observe;
    private readonly PressureStep _pressure;
    private readonly DecisionLog _log;
    private Observation _last;
    private bool _findBlocking;

    public LoopSteps(LoopParts parts)
    {
        _parts = parts;
        _record = new LoopRecord(parts, () => Governor.ClassCounts);
        _policy = new PolicyInForce(parts, _record.History);
        _log = new DecisionLog(parts);
        _pressure = new PressureStep(parts.ReadPressure, parts.Time);
        _last = new Observation(default, []);
        _observe = new ObserveStep(parts);
        _audit = new AuditStep(parts, _policy, _record.History);
        _enforce = new EnforceSteps(parts, _policy, _observe.Timeline, _audit, _record.History);
        _early = new EarlyPolls(parts.Time);
        _watch = _enforce.Moves is null ? null : WatchOf(parts, _early);
        _show = new ShowStep(parts, _record, _observe, _policy, _enforce);
        _questions = new QuestionStep(parts, _policy, _enforce.Pause, _show, _enforce.Moves is not null);
    }

    public IObserver Observer => _parts.Observer;

    /// <summary>From the start of one poll to that of the next.</summary>
    public TimeSpan PollInterval => BoundedPoll.Pause(Observer.PollInterval, Health.Failures, Health.IsLost);

    public PollHealth Health => _observe.Health;

    /// <summary>How fast queries were governed.</summary>
    public ReactionRecorder Reactions => _record.Reactions;

    /// <summary>How the DBMS's clock has jumped.</summary>
    public SteadyTimeline Timeline => _observe.Timeline;

    public long Turns => _record.Turns;

    /// <summary>False while polls fail: what arrives then is stale.</summary>
    public bool MayWakeEarly => Health.Failures == 0;

    /// <summary>Looks at a few backends between polls; null where nothing is enforced.</summary>
    public BackendWatch? Watch => _watch;

    /// <summary>A shorter rest where a query becomes old enough to be moved before its end.</summary>
    public TimeSpan Shorten(TimeSpan rest) =>
        _enforce.Moving is not null && MayWakeEarly && Governor.OldEnoughAt is { } at
            ? _early.Shorten(rest, at - _observe.Now)
            : rest;

    /// <summary>Who paused; null while it is not paused.</summary>
    public PauseRecord? Paused => _enforce.Pause.Record;

    private static BackendWatch WatchOf(LoopParts parts, EarlyPolls early) =>
        new(
            parts.Observer.Server.IsLocal ? parts.Observer as IStatementWatch : null,
            parts.Glance,
            early.Allowance,
            parts.Time
        );

    private Governor Governor => _policy.Governor;

    public void Begin()
    {
        _parts.Logger.Started(
            Observer.Server.Target,
            Observer.Server.Kind,
            Observer.Server.Version,
            _parts.Options.Policy,
            _policy.Program.Revision,
            StatusNames.Level(_parts.Options.Level)
        );
        _audit.Began();
    }

    public async Task PollTurnAsync(CancellationToken cancellationToken)
    {
        _early.Polled();
        await _policy.FollowFileAsync();
        await _enforce.Pause.FollowAsync(_last.Time, "whoever made or removed the file", cancellationToken);
        var polled = await PollAsync(cancellationToken);
        ShareHost();
        if (polled is { } seen)
            await DecideAndEnforceAsync(AddMeasured(seen), cancellationToken);
        else
            await _enforce.HoldOrLetGoAsync(_last, Health.IsLost, cancellationToken);

        await CompleteTurnAsync(cancellationToken);
    }

    /// <summary>What is not governed needs no part of a host that other servers are governed on.</summary>
    private void ShareHost()
    {
        if (_parts.Tenant is { } tenant)
            tenant.IsAside = Health.IsLost || _enforce.Pause.IsOn;
    }

    /// <summary>While a poll is late the lease is kept, and everything stays as it is; but no longer than a poll may
    /// take: a driver that does not come back at its limit is a loop that hangs.</summary>
    private async Task<Observation?> PollAsync(CancellationToken cancellationToken)
    {
        var polling = _observe.PollAsync(_findBlocking, cancellationToken);
        for (
            var waited = LatePoll;
            waited <= BoundedPoll.Longest && _enforce.Moving is { } moving && !polling.IsCompleted;
            waited += LatePoll
        )
        {
            var late = Task.Delay(LatePoll, _parts.Time, cancellationToken);
            if (await Task.WhenAny(polling, late) == polling || late.IsCanceled)
                break;

            await moving.Link.HeartbeatAsync(relaxed: false, cancellationToken);
        }

        return await polling;
    }

    /// <summary>A turn without a poll: plans have arrived for what the last poll saw.</summary>
    public async Task PlanTurnAsync(CancellationToken cancellationToken)
    {
        await DecideAndEnforceAsync(AddMeasured(_observe.Refresh()), cancellationToken);
        await CompleteTurnAsync(cancellationToken);
    }

    /// <summary>Answers the questions since the last turn.</summary>
    public Task AnswerQuestionsAsync(CancellationToken cancellationToken) =>
        _questions.AnswerAsync(_last, cancellationToken);

    /// <summary>Completes when a client has asked since the last answer.</summary>
    public Task QuestionAsync() => _questions.WaitAsync();

    /// <summary>Restores everything and gives the lease back.</summary>
    public async Task LetGoAsync(CancellationToken cancellationToken)
    {
        await _enforce.LetGoAsync(_last.Time, cancellationToken);
        _audit.Ended();
    }

    public LoopSummary Summarise(LoopEnd end, TimeSpan elapsed) =>
        new()
        {
            End = end,
            Elapsed = elapsed,
            Turns = Turns,
            Queries = Governor.Counters.Queries,
            TooShort = Governor.Counters.TooShort,
            FailedPolls = Health.TotalFailures,
            MovesDone = _enforce.Moves?.Done ?? 0,
            MovesFailed = _enforce.Moves?.Failed ?? 0,
            SidecarLosses = _enforce.Moves?.Link.Losses ?? 0,
            Revision = _policy.Program.Revision,
            PolicyError = _policy.Error,
            TargetError = Health.LastError,
            Reactions = Reactions.All,
            ReactionsPlanCached = Reactions.PlanCached,
            ReactionsPlanFetched = Reactions.PlanFetched,
            ShortLived = Reactions.ShortLived,
            PollCost = _observe.Cost,
            ServerCpu = (Observer as IServerCost)?.ServerCpu,
        };

    public ValueTask DisposeAsync()
    {
        _watch?.Dispose();
        return _enforce.DisposeAsync();
    }

    private Observation AddMeasured(Observation seen)
    {
        var pressed = _pressure.AddTo(seen, Governor.HasSlots);
        return _enforce.Samples is { } samples && Governor.Program.WantsSamples ? samples.AddTo(pressed) : pressed;
    }

    private async Task DecideAndEnforceAsync(Observation seen, CancellationToken cancellationToken)
    {
        Reactions.Observe(seen);
        await _enforce.MakeReadyAsync(seen.Time, cancellationToken);
        var turn = _policy.Decide(seen);
        _last = seen;
        _findBlocking = turn.WantsBlocking;
        _log.Write(turn, Governor);
        // A state that was entered or left by this turn has changed the pools that the moves name.
        await _enforce.MakeReadyAsync(seen.Time, cancellationToken);
        await _enforce.CarryOutAsync(turn, Measure, cancellationToken);
        if (_enforce is { Samples: { } samples, Moving: not null })
            await samples.FollowAsync(seen, Governor, cancellationToken);

        _watch?.Follow(Governor);
        _parts.ReportTurn?.Invoke(new TurnReport(seen, _observe.Now, turn, Governor));
    }

    private void Measure(PoolMove move)
    {
        if (move.PoolNumber != 0 && QueryLookup.Find(_last.Queries, move.ProcessId) is { } query)
            Reactions.Moved(query, _observe.Now);
    }

    private async Task CompleteTurnAsync(CancellationToken cancellationToken)
    {
        _record.CompleteTurn();
        await _enforce.CompleteTurnAsync(_last.Time, Health.IsLost, Governor.MayRelax, cancellationToken);
        await _show.FollowAsync(_last, cancellationToken);
        _parts.TurnCompleted?.Invoke();
    }
}
