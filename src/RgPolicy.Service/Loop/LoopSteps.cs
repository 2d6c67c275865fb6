using RgPolicy.Dbms;
using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Loop;

/// <summary>The steps of a turn, in their order, and the state that lives from turn to turn.</summary>
internal sealed class LoopSteps : IAsyncDisposable
{
    private readonly LoopParts _parts;
    private readonly PolicyInForce _policy;
    private readonly MoveStep? _enforce;
    private readonly CancelStep? _cancel;
    private readonly PressureStep _pressure;
    private readonly DbmsClock _clock;
    private readonly DecisionLog _log;
    private Observation _last;
    private bool _findBlocking;
    private readonly long _began;
    private int _notes;

    public LoopSteps(LoopParts parts)
    {
        _parts = parts;
        _began = parts.Time.GetTimestamp();
        _policy = new PolicyInForce(parts);
        _clock = new DbmsClock(parts.Time);
        _log = new DecisionLog(parts.Logger, parts.Time, parts.Level);
        _pressure = new PressureStep(parts.ReadPressure, parts.Time);
        _last = new Observation(default, []);
        Health = new PollHealth(parts.Time);
        Reactions = new ReactionRecorder(parts.ReportReaction);
        _enforce = parts is { Level: GovernorLevel.Enforce, ConnectSidecar: { } connect }
            ? new MoveStep(new SidecarLink(connect, parts.Time, parts.Logger), _policy, parts.Processes, parts.Logger)
            : null;
        _cancel = parts.Level == GovernorLevel.Enforce ? new CancelStep(parts) : null;
    }

    public IObserver Observer => _parts.Observer;

    /// <summary>From the start of one poll to that of the next.</summary>
    public TimeSpan PollInterval => BoundedPoll.Pause(Observer.PollInterval, Health.Failures, Health.IsLost);

    public PollHealth Health { get; }

    public ReactionRecorder Reactions { get; }

    public DurationHistogram PollCost { get; } = new();

    /// <summary>Completed turns.</summary>
    public long Turns { get; private set; }

    /// <summary>False while polls fail: what arrives then is stale.</summary>
    public bool MayWakeEarly => Health.Failures == 0;

    private Governor Governor => _policy.Governor;

    public void Begin() => _parts.Logger.Started(
        Observer.Server.Target, Observer.Server.Kind, Observer.Server.Version, _parts.PolicyPath,
        _policy.Program.Revision, Words.Level(_parts.Level));

    /// <summary>A whole turn.</summary>
    public async Task PollTurnAsync(CancellationToken cancellationToken)
    {
        _policy.ReloadWhenChanged();
        if (await ObserveAsync(cancellationToken) is { } seen)
        {
            await DecideAndEnforceAsync(_pressure.AddTo(seen), cancellationToken);
        }
        else
        {
            await HoldOrLetGoAsync(cancellationToken);
        }

        await CompleteTurnAsync(cancellationToken);
    }

    /// <summary>A turn without a poll: plans have arrived for what the last poll saw.</summary>
    public async Task PlanTurnAsync(CancellationToken cancellationToken)
    {
        await DecideAndEnforceAsync(_pressure.AddTo(Observer.Refresh()), cancellationToken);
        await CompleteTurnAsync(cancellationToken);
    }

    /// <summary>Answers whoever has asked since the last turn.</summary>
    public Task AnswerQuestionsAsync(CancellationToken cancellationToken) =>
        _parts.Desk is { } desk ? desk.AnswerAsync(question => AnswerAsync(question, cancellationToken)) : Task.CompletedTask;

    /// <summary>Restores everything and gives the lease back.</summary>
    public Task LetGoAsync(CancellationToken cancellationToken) =>
        _enforce is null ? Task.CompletedTask : _enforce.LetGoAsync(_last.Time, "the loop ends", cancellationToken);

    public LoopSummary Summarise(LoopEnd end, TimeSpan elapsed) => new()
    {
        End = end,
        Elapsed = elapsed,
        Turns = Turns,
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
    };

    public ValueTask DisposeAsync() => _enforce?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task<Observation?> ObserveAsync(CancellationToken cancellationToken)
    {
        var sent = _parts.Time.GetTimestamp();
        var (seen, error) = await BoundedPoll.RunAsync(Observer, _findBlocking, _parts.Time, cancellationToken);
        var received = _parts.Time.GetTimestamp();
        PollCost.Add(_parts.Time.GetElapsedTime(sent, received));
        if (seen is null)
        {
            NoteFailure(error ?? "");
            return null;
        }

        NoteSuccess();
        SetClock(seen, sent, received);
        return seen;
    }

    private void SetClock(Observation seen, long sent, long received)
    {
        if (Observer is ReplayObserver replay)
        {
            _clock.Set(replay.CurrentTime);
        }
        else
        {
            _clock.Synchronise(seen.Time, sent, received);
        }
    }

    private void NoteFailure(string error)
    {
        if (Health.Failures == 0 || !string.Equals(Health.LastError, error, StringComparison.Ordinal))
        {
            _parts.Logger.PollFailed(error);
        }

        Health.Failed(error);
    }

    private void NoteSuccess()
    {
        if (Health.Failures > 0)
        {
            _parts.Logger.TargetBack();
        }

        Health.Succeeded();
        for (var notes = Observer.Notes; _notes < notes.Count; _notes++)
        {
            _parts.Logger.Noted(notes[_notes]);
        }
    }

    private async Task DecideAndEnforceAsync(Observation seen, CancellationToken cancellationToken)
    {
        Reactions.Observe(seen);
        if (_enforce is not null)
        {
            await _enforce.MakeReadyAsync(seen.Time, cancellationToken);
        }

        var turn = Governor.Decide(seen);
        _last = seen;
        _findBlocking = turn.WantsBlocking;
        _log.Write(turn);
        if (_enforce is not null)
        {
            // A state that was entered or left by this turn has changed the pools that the moves name.
            await _enforce.MakeReadyAsync(seen.Time, cancellationToken);
        }

        await CarryOutAsync(turn, cancellationToken);
        if (_cancel is not null)
        {
            await _cancel.RunAsync(turn.Cancels, cancellationToken);
        }

        _parts.ReportTurn?.Invoke(new TurnReport(seen, _clock.Now, turn, Governor));
    }

    private async Task CarryOutAsync(GovernorTurn turn, CancellationToken cancellationToken)
    {
        if (_enforce is null)
        {
            MeasureDecisions(turn);
        }
        else if (turn.Moves.Length > 0)
        {
            await _enforce.MoveAsync(turn.Moves, Measure, cancellationToken);
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
            Reactions.Moved(query, _clock.Now);
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
        if (_enforce is not null)
        {
            await _enforce.Link.HeartbeatAsync(relaxed: Governor.MayRelax, cancellationToken);
        }
    }

    private async Task<byte[]> AnswerAsync(StatusQuestion question, CancellationToken cancellationToken)
    {
        if (question.Kind == StatusQuestionKind.Why)
        {
            return WhyDocument.Write(question, Governor);
        }

        var sidecar = _enforce is null ? null : await _enforce.Link.GetStateAsync(cancellationToken);
        return StatusDocument.Write(new StatusSnapshot(
            _parts, this, _policy, _enforce, sidecar, _last, _parts.Time.GetElapsedTime(_began)));
    }
}
