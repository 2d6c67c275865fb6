using RgPolicy.Dbms;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.Watching;

namespace RgPolicy.Service.Loop;

/// <summary>The steps of a turn, in their order, and the state that lives from turn to turn.</summary>
internal sealed class LoopSteps : IAsyncDisposable
{
    private static readonly TimeSpan LatePoll = TimeSpan.FromMilliseconds(400);

    private readonly LoopParts _parts;
    private readonly PolicyInForce _policy;
    private readonly MoveStep? _enforce;
    private readonly CancelStep? _cancel;
    private readonly HintStep? _hints;
    private readonly CoreStep? _cores;
    private readonly PauseStep _pause;
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
    private readonly long _began;
    private readonly Func<IReadOnlyList<(string Class, long Queries)>> _counts;

    public LoopSteps(LoopParts parts)
    {
        _parts = parts;
        _began = parts.Time.GetTimestamp();
        _counts = () => Governor.ClassCounts;
        History = new ChangeHistory(parts.Audit, parts.Time);
        _policy = new PolicyInForce(parts, History);
        _log = new DecisionLog(parts);
        _pressure = new PressureStep(parts.ReadPressure, parts.Time);
        _last = new Observation(default, []);
        _observe = new ObserveStep(parts);
        Minutes = new DecisionMinutes(parts.Time);
        Reactions = new ReactionRecorder(parts.ReportReaction);
        _audit = new AuditStep(parts, _policy, History);
        _enforce = parts is { Level: GovernorLevel.Enforce, ConnectSidecar: { } connect }
            ? new MoveStep(new SidecarLink(connect, parts.Time, parts.Logger), _policy, parts.Processes, _audit, parts.Logger, parts.Start)
            : null;
        _early = new EarlyPolls(parts.Time);
        _watch = _enforce is null ? null : WatchOf(parts, _early);
        _cancel = parts.Level == GovernorLevel.Enforce ? new CancelStep(parts, _observe.Timeline, _audit) : null;
        _hints = parts is { Level: GovernorLevel.Enforce, Hints: { } keeper } ? new HintStep(keeper, parts, _policy, History) : null;
        _cores = parts is { Level: GovernorLevel.Enforce, Cores: { } control } ? new CoreStep(control, parts, _policy, History) : null;
        _pause = new PauseStep(parts, _enforce, _audit);
        _show = new ShowStep(parts, this, _policy, _enforce);
        _questions = new QuestionStep(parts, _policy, _pause, _show, _enforce is not null);
    }

    public IObserver Observer => _parts.Observer;

    /// <summary>From the start of one poll to that of the next.</summary>
    public TimeSpan PollInterval => BoundedPoll.Pause(Observer.PollInterval, Health.Failures, Health.IsLost);

    public PollHealth Health => _observe.Health;

    public ReactionRecorder Reactions { get; }

    /// <summary>How the DBMS's clock has jumped.</summary>
    public SteadyTimeline Timeline => _observe.Timeline;

    /// <summary>Which classes queries were given lately.</summary>
    public DecisionMinutes Minutes { get; }

    /// <summary>CPUs that have masks themselves; null where that is not the way.</summary>
    public CoreStep? Cores => _cores;

    /// <summary>What was changed last.</summary>
    public ChangeHistory History { get; }

    public DurationHistogram PollCost => _observe.Cost;

    /// <summary>Since it began.</summary>
    public TimeSpan Elapsed => _parts.Time.GetElapsedTime(_began);

    /// <summary>Completed turns.</summary>
    public long Turns { get; private set; }

    /// <summary>False while polls fail: what arrives then is stale.</summary>
    public bool MayWakeEarly => Health.Failures == 0;

    /// <summary>Looks at a few backends between polls; null where nothing is enforced.</summary>
    public BackendWatch? Watch => _watch;

    /// <summary>A shorter rest where a query becomes old enough to be moved before its end.</summary>
    public TimeSpan Shorten(TimeSpan rest) =>
        Enforcing is not null && MayWakeEarly && Governor.OldEnoughAt is { } at ? _early.Shorten(rest, at - _observe.Now) : rest;

    /// <summary>Who paused; null while nobody did.</summary>
    public PauseRecord? Paused => _pause.Record;

    private static BackendWatch WatchOf(LoopParts parts, EarlyPolls early) =>
        new(parts.Observer.Server.IsLocal ? parts.Observer as IStatementWatch : null, parts.Glance, early.Allowance, parts.Time);

    private Governor Governor => _policy.Governor;

    /// <summary>What enforces in this turn; null where nothing does.</summary>
    private MoveStep? Enforcing => _pause.IsOn ? null : _enforce;

    public void Begin()
    {
        _parts.Logger.Started(
            Observer.Server.Target, Observer.Server.Kind, Observer.Server.Version, _parts.PolicyPath,
            _policy.Program.Revision, Words.Level(_parts.Level));
        _audit.Began();
    }

    /// <summary>A whole turn.</summary>
    public async Task PollTurnAsync(CancellationToken cancellationToken)
    {
        _early.Polled();
        await _policy.FollowFileAsync();
        await _pause.FollowAsync(_last.Time, "whoever made or removed the file", cancellationToken);
        if (await PollAsync(cancellationToken) is { } seen)
        {
            await DecideAndEnforceAsync(_pressure.AddTo(seen), cancellationToken);
        }
        else
        {
            await HoldOrLetGoAsync(cancellationToken);
        }

        await CompleteTurnAsync(cancellationToken);
    }

    /// <summary>
    /// While a poll is late the lease is kept, and everything stays as it is; but no longer than a poll may take: a driver that does not
    /// come back at its limit is a loop that hangs.
    /// </summary>
    private async Task<Observation?> PollAsync(CancellationToken cancellationToken)
    {
        var polling = _observe.PollAsync(_findBlocking, cancellationToken);
        for (var waited = LatePoll; waited <= BoundedPoll.Longest && Enforcing is { } enforce && !polling.IsCompleted; waited += LatePoll)
        {
            var late = Task.Delay(LatePoll, _parts.Time, cancellationToken);
            if (await Task.WhenAny(polling, late) == polling || late.IsCanceled)
            {
                break;
            }

            await enforce.Link.HeartbeatAsync(relaxed: false, cancellationToken);
        }

        return await polling;
    }

    /// <summary>A turn without a poll: plans have arrived for what the last poll saw.</summary>
    public async Task PlanTurnAsync(CancellationToken cancellationToken)
    {
        await DecideAndEnforceAsync(_pressure.AddTo(_observe.Refresh()), cancellationToken);
        await CompleteTurnAsync(cancellationToken);
    }

    /// <summary>Answers whoever has asked since the last turn.</summary>
    public Task AnswerQuestionsAsync(CancellationToken cancellationToken) => _questions.AnswerAsync(_last, cancellationToken);

    /// <summary>Completes when somebody has asked since the last answer.</summary>
    public Task QuestionAsync() => _questions.WaitAsync();

    /// <summary>Restores everything and gives the lease back.</summary>
    public async Task LetGoAsync(CancellationToken cancellationToken)
    {
        if (_enforce is not null)
        {
            await _enforce.LetGoAsync(_last.Time, "the loop ends", cancellationToken);
        }

        if (_cores is not null)
        {
            await _cores.LetGoAsync("the loop ends", cancellationToken);
        }

        if (_hints is not null)
        {
            await _hints.LetGoAsync(cancellationToken);
        }

        _audit.Ended();
    }

    public LoopSummary Summarise(LoopEnd end, TimeSpan elapsed) => new()
    {
        End = end,
        Elapsed = elapsed,
        Turns = Turns,
        Queries = Governor.Counters.Queries,
        TooShort = Governor.Counters.TooShort,
        FailedPolls = Health.TotalFailures,
        MovesDone = _enforce?.Done ?? 0,
        MovesFailed = _enforce?.Failed ?? 0,
        SidecarLosses = _enforce?.Link.Losses ?? 0,
        Revision = _policy.Program.Revision,
        PolicyError = _policy.Error,
        TargetError = Health.LastError,
        Reactions = Reactions.All,
        ReactionsPlanCached = Reactions.PlanCached,
        ReactionsPlanFetched = Reactions.PlanFetched,
        ShortLived = Reactions.ShortLived,
        PollCost = PollCost,
        ServerCpu = (Observer as IServerCost)?.ServerCpu,
    };

    public async ValueTask DisposeAsync()
    {
        _watch?.Dispose();
        if (_enforce is not null)
        {
            await _enforce.DisposeAsync();
        }

        if (_cores is not null)
        {
            await _cores.DisposeAsync();
        }
    }

    private async Task DecideAndEnforceAsync(Observation seen, CancellationToken cancellationToken)
    {
        Reactions.Observe(seen);
        if (Enforcing is { } ready)
        {
            await ready.MakeReadyAsync(seen.Time, cancellationToken);
        }

        var turn = _policy.Decide(seen);
        _last = seen;
        _findBlocking = turn.WantsBlocking;
        _log.Write(turn, Governor);
        if (Enforcing is { } again)
        {
            // A state that was entered or left by this turn has changed the pools that the moves name.
            await again.MakeReadyAsync(seen.Time, cancellationToken);
        }

        await CarryOutAsync(turn, cancellationToken);
        if (_cancel is not null && !_pause.IsOn)
        {
            await _cancel.RunAsync(turn.Cancels, cancellationToken);
        }

        _watch?.Follow(Governor);
        _parts.ReportTurn?.Invoke(new TurnReport(seen, _observe.Now, turn, Governor));
    }

    private async Task CarryOutAsync(GovernorTurn turn, CancellationToken cancellationToken)
    {
        if (_enforce is null)
        {
            MeasureDecisions(turn);
        }
        else if (turn.Moves.Length > 0 && Enforcing is { } enforce)
        {
            await enforce.MoveAsync(turn.Moves, Measure, cancellationToken);
        }
    }

    /// <summary>Where nothing is touched, the decision is the reaction.</summary>
    private void MeasureDecisions(GovernorTurn turn)
    {
        foreach (var move in turn.Moves)
        {
            Measure(move);
        }
    }

    private void Measure(PoolMove move)
    {
        if (move.PoolNumber != 0 && QueryLookup.Find(_last.Queries, move.ProcessId) is { } query)
        {
            Reactions.Moved(query, _observe.Now);
        }
    }

    private async Task HoldOrLetGoAsync(CancellationToken cancellationToken)
    {
        if (_enforce is null)
        {
            return;
        }

        if (!Health.IsLost)
        {
            _enforce.DropVanished(_last);
        }
        else if (_enforce.HoldsAnything)
        {
            _parts.Logger.TargetLost();
            await _enforce.LetGoAsync(_last.Time, "the DBMS cannot be observed", cancellationToken);
        }
    }

    private async Task CompleteTurnAsync(CancellationToken cancellationToken)
    {
        Turns++;
        Minutes.Follow(_counts);
        _hints?.Follow(_pause.IsOn);
        if (_enforce is not null)
        {
            await _enforce.Link.HeartbeatAsync(relaxed: Governor.MayRelax, cancellationToken);
        }

        if (_cores is not null)
        {
            await (Health.IsLost ? _cores.LetGoAsync("the DBMS cannot be observed", cancellationToken) : _cores.FollowAsync(_last.Time, _pause.IsOn, cancellationToken));
        }

        await _show.FollowAsync(_last, cancellationToken);
        _parts.TurnCompleted?.Invoke();
    }
}
