using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Objectives;

/// <summary>One objective: how late its class is, and its controller.</summary>
internal sealed class ObjectiveWatch
{
    private readonly ObjectiveOptions _options;
    private readonly Objective _objective;
    private readonly YieldMemory _memory;
    private bool _isJudged = true;

    public ObjectiveWatch(Objective objective, ImmutableArray<YieldKnob> knobs, ObjectiveOptions options)
    {
        (_objective, Knobs, _options, _memory) = (objective, knobs, options, YieldMemory.None);
        Meter = new LatenessMeter(objective.Target, options);
        var allowed = 1 - (objective.Percentile.ToDouble() / 100);
        Controller = new ObjectiveController(allowed, [.. knobs.Select(knob => knob.Most)], options);
    }

    // The same objective over pools with other settings: what was measured, and how far each of them
    // has given way, holds on.
    private ObjectiveWatch(Objective objective, ImmutableArray<YieldKnob> knobs, ObjectiveWatch before)
    {
        (_objective, Knobs, _options, _isJudged) = (objective, knobs, before._options, before._isJudged);
        Meter = before.Meter;
        var levels = before._memory.Levels(before.Knobs, before.Controller.Levels);
        _memory = YieldMemory.Beyond(levels, knobs);
        ImmutableArray<YieldName> names = [.. knobs.Select(knob => knob.Name)];
        Controller = before.Controller.After(
            [.. knobs.Select(knob => knob.Most)],
            [.. knobs.Select(knob => Math.Min(knob.Most, levels.GetValueOrDefault(knob.Name)))],
            [.. before.Knobs.Select(old => names.IndexOf(old.Name))]
        );
    }

    public ImmutableArray<YieldKnob> Knobs { get; }

    public LatenessMeter Meter { get; }

    public ObjectiveController Controller { get; }

    public int ClassIndex => _objective.Class.Index;

    private string Name => "objective " + _objective.Class.Name;

    /// <summary>Some pool has given way.</summary>
    public bool HasYields => Controller.Levels.Any(level => level > 0);

    /// <summary>The watch goes on with an objective that is the same, over pools whose settings have changed.</summary>
    /// <param name="objective">The objective in the program that is now in force.</param>
    /// <param name="knobs">What can give way in it.</param>
    public ObjectiveWatch Over(Objective objective, ImmutableArray<YieldKnob> knobs) => new(objective, knobs, this);

    /// <summary>Whether an objective, perhaps of another text, asks the same of a class of the same name.</summary>
    public bool IsOf(Objective objective) =>
        objective.Class.Name == _objective.Class.Name
        && objective.Percentile == _objective.Percentile
        && objective.Target == _objective.Target
        && objective
            .Yields.Select(pool => pool.Name)
            .SequenceEqual(_objective.Yields.Select(pool => pool.Name), StringComparer.Ordinal);

    /// <summary>Takes in what a policy test gives in place of what is measured.</summary>
    public void Tell(GivenSignals? given) =>
        Meter.Told = given is not null && given.Late.TryGetValue(_objective.Class.Name, out var late) ? late : null;

    /// <summary>Decides at one moment.</summary>
    public ControlAct Step(DateTimeOffset now, bool mayBegin) =>
        Controller.Step(now, Meter.Late(_options.ShortWindow), Meter.Late(_options.LongWindow), mayBegin);

    /// <summary>What happened to one of its knobs, for people.</summary>
    public string Describe(ControlAct act, Policy policy)
    {
        var knob = Knobs[Controller.LastKnob];
        var value = knob.At(Controller.Levels[Controller.LastKnob]);
        var what = knob.IsCache
            ? Text($"cache {Math.Floor(value)} ways")
            : Text($"{Math.Round(value * 100, 1)}% of the protected pool's weight");
        var why = act switch
        {
            ControlAct.Tighten => "too many calls are late",
            ControlAct.Relax => "few calls are late",
            _ => "the last change did not help",
        };
        return $"{Name}: pool {policy.Pools[knob.Pool].Name} has {what}: {why}";
    }

    /// <summary>Says when it ceases or begins to be judged; null while that stays.</summary>
    public string? TellJudged()
    {
        var isJudged = Meter.Late(_options.LongWindow) is not null;
        if (isJudged == _isJudged)
            return null;

        _isJudged = isJudged;
        return isJudged
            ? $"{Name} is judged"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{Name} is not judged: {Meter.Sightings} sightings in {_options.LongWindow.TotalSeconds} s (at least "
                    + $"{_options.LeastSightings}, and a count of calls)"
            );
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>The patience of the controllers that keep objectives.</summary>
internal sealed record ObjectiveOptions
{
    /// <summary>The window that shows the present; whole seconds, at most <see cref="LongWindow"/>.</summary>
    public TimeSpan ShortWindow { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The window that shows that it lasts; whole seconds, at most 10 minutes.</summary>
    public TimeSpan LongWindow { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Fewer sightings of the class than this in the long window, and the objective is not judged.</summary>
    public int LeastSightings { get; init; } = 100;

    /// <summary>So far above what is allowed, as a fraction of it, nothing is done yet.</summary>
    public double DeadBand { get; init; } = 0.1;

    /// <summary>Only below this fraction of what is allowed is anything given back.</summary>
    public double Comfort { get; init; } = 0.5;

    /// <summary>A change is judged after so long; at least the short window.</summary>
    public TimeSpan JudgeAfter { get; init; } = TimeSpan.FromSeconds(12);

    /// <summary>A change that lowered the lateness by less than this fraction did not help, and is reverted.</summary>
    public double LeastGain { get; init; } = 0.2;

    /// <summary>Between a change and giving something back at least this long.</summary>
    public TimeSpan RelaxAfter { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The pause after a change that was reverted; it doubles with each further one.</summary>
    public TimeSpan FirstBackOff { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The longest pause.</summary>
    public TimeSpan LongestBackOff { get; init; } = TimeSpan.FromHours(1);
}
