using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Objectives;

/// <summary>
/// Turns knobs so that no more than the allowed part of calls is late: only when both windows show it,
/// one step of one knob at a time, judged and reverted when it did not help, with growing pauses after what failed.
/// Between the dead band and the comfort nothing is done. What is given back is judged likewise.
/// </summary>
internal sealed class ObjectiveController
{
    private readonly ObjectiveOptions _options;
    private readonly double _allowed;
    private readonly int[] _most;
    private readonly int[] _levels;
    private readonly int[] _failures;
    private readonly DateTimeOffset[] _retryAt;
    private readonly Stack<int> _kept = new();
    private ControlTrial? _trial;
    private DateTimeOffset _changed = DateTimeOffset.MinValue;
    private TimeSpan _relaxPause;
    private bool _hasRelaxed;

    /// <param name="allowed">The part of calls that may be late: 0.05 for a p95.</param>
    /// <param name="most">The highest level of each knob, where its floor is.</param>
    /// <param name="options">Patience.</param>
    public ObjectiveController(double allowed, int[] most, ObjectiveOptions options)
    {
        (_allowed, _most, _options, _relaxPause) = (allowed, most, options, options.RelaxAfter);
        (_levels, _failures, _retryAt) = (new int[most.Length], new int[most.Length], new DateTimeOffset[most.Length]);
    }

    /// <summary>
    /// The same controller over knobs that reach elsewhere: what it has learned about a knob stays. A
    /// change of a knob whose level had to become another one is not judged any more, for what follows
    /// is not its doing.
    /// </summary>
    /// <param name="most">The highest level of each knob now.</param>
    /// <param name="levels">Each knob's level now.</param>
    /// <param name="places">Where each of this controller's knobs is now; -1 for one that is gone.</param>
    public ObjectiveController After(int[] most, int[] levels, int[] places)
    {
        var after = new ObjectiveController(_allowed, most, _options)
        {
            _changed = _changed,
            _relaxPause = _relaxPause,
            _hasRelaxed = _hasRelaxed,
            LastKnob = LastKnob < 0 ? -1 : places[LastKnob],
        };
        levels.CopyTo(after._levels, 0);
        for (var knob = 0; knob < places.Length; knob++)
        {
            if (places[knob] is >= 0 and var place)
                (after._failures[place], after._retryAt[place]) = (_failures[knob], _retryAt[knob]);
        }

        if (_trial is { } trial && places[trial.Knob] is >= 0 and var tried && levels[tried] == _levels[trial.Knob])
            after._trial = trial with { Knob = tried };

        after.Remember(_kept.Reverse().Select(knob => places[knob]));
        return after;
    }

    /// <summary>Each knob's level, 0 as written.</summary>
    public IReadOnlyList<int> Levels => _levels;

    /// <summary>True while a change waits for its judgement.</summary>
    public bool IsTrying => _trial is not null;

    /// <summary>The knob that was turned last, or -1.</summary>
    public int LastKnob { get; private set; } = -1;

    /// <summary>Decides at one moment.</summary>
    /// <param name="now">The time.</param>
    /// <param name="lately">The late part of calls in the short window; null when it cannot be judged.</param>
    /// <param name="lasting">The same in the long window.</param>
    /// <param name="mayBegin">False while another controller tries something.</param>
    public ControlAct Step(DateTimeOffset now, double? lately, double? lasting, bool mayBegin = true)
    {
        if (_trial is { } trial)
            return now - trial.At < _options.JudgeAfter ? ControlAct.None : Judge(trial, now, lately);

        if (!mayBegin)
            return ControlAct.None;

        return (lately, lasting) switch
        {
            ({ } brief, { } lengthy) when IsViolated(brief) && IsViolated(lengthy) => Tighten(now, brief),
            ({ } brief, { } lengthy) when Math.Max(brief, lengthy) < _allowed * _options.Comfort => Relax(now, brief),
            (null, _) or (_, null) => Relax(now, 0),
            _ => ControlAct.None,
        };
    }

    // One entry for each level that may be given back, in the order in which they were taken as far as that is known.
    private void Remember(IEnumerable<int> taken)
    {
        var missing = (int[])_levels.Clone();
        if (_trial is { Step: > 0 } trial)
            missing[trial.Knob]--;

        var known = taken.Where(knob => knob >= 0 && missing[knob]-- > 0).ToList();
        for (var knob = 0; knob < missing.Length; knob++)
            known.InsertRange(0, Enumerable.Repeat(knob, Math.Max(0, missing[knob])));

        known.ForEach(_kept.Push);
    }

    private bool IsViolated(double late) => late > _allowed * (1 + _options.DeadBand);

    private ControlAct Tighten(DateTimeOffset now, double late)
    {
        for (var knob = 0; knob < _levels.Length; knob++)
        {
            if (_levels[knob] < _most[knob] && now >= _retryAt[knob])
            {
                // What was given back is asked for again: give back more slowly, or it goes to and fro.
                _relaxPause = _hasRelaxed ? Shorter(_relaxPause * 2) : _relaxPause;
                _hasRelaxed = false;
                return Try(knob, +1, late, now, ControlAct.Tighten);
            }
        }

        return ControlAct.None;
    }

    private ControlAct Relax(DateTimeOffset now, double late) =>
        _kept.Count > 0 && now - _changed >= _relaxPause
            ? Try(_kept.Pop(), -1, late, now, ControlAct.Relax)
            : ControlAct.None;

    private ControlAct Try(int knob, int step, double late, DateTimeOffset now, ControlAct act)
    {
        _levels[knob] += step;
        (_trial, _changed, LastKnob) = (new ControlTrial(knob, step, late, now), now, knob);
        return act;
    }

    private ControlAct Judge(ControlTrial trial, DateTimeOffset now, double? lately)
    {
        _trial = null;
        var helped =
            trial.Step > 0
                ? lately is { } late && (!IsViolated(late) || late <= trial.LateBefore * (1 - _options.LeastGain))
                : lately is not { } after || !IsViolated(after);
        if (helped)
        {
            Keep(trial);
            return ControlAct.None;
        }

        _levels[trial.Knob] -= trial.Step;
        (_changed, LastKnob) = (now, trial.Knob);
        BackOff(trial, now);
        return ControlAct.Revert;
    }

    private void Keep(ControlTrial trial)
    {
        _hasRelaxed |= trial.Step < 0;
        if (trial.Step > 0)
        {
            _kept.Push(trial.Knob);
            _failures[trial.Knob] = 0;
        }
    }

    private void BackOff(ControlTrial trial, DateTimeOffset now)
    {
        if (trial.Step < 0)
        {
            // It is needed after all.
            _kept.Push(trial.Knob);
            _relaxPause = Shorter(_relaxPause * 2);
            return;
        }

        var failures = _failures[trial.Knob]++;
        _retryAt[trial.Knob] = now + GrowingPause.After(failures, _options.FirstBackOff, _options.LongestBackOff);
    }

    private TimeSpan Shorter(TimeSpan pause) => pause < _options.LongestBackOff ? pause : _options.LongestBackOff;
}

/// <summary>A change that is still to be judged.</summary>
/// <param name="Knob">Which.</param>
/// <param name="Step">+1 or -1.</param>
/// <param name="LateBefore">The part that was late before it.</param>
/// <param name="At">When it was made.</param>
internal readonly record struct ControlTrial(int Knob, int Step, double LateBefore, DateTimeOffset At);
