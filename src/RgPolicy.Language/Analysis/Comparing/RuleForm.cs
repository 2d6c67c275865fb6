using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>What a rule comes to for the queries of a class that it watches: the last true step that is carried out,
/// and whether it cancels.</summary>
internal sealed class RuleForm
{
    private readonly ConditionRegions _regions;
    private readonly ImmutableArray<Box> _open;
    private readonly ImmutableArray<Box> _closed;
    private readonly ImmutableArray<Box> _suspends;

    private RuleForm(Rule? rule, ImmutableArray<RuleStep> steps, Func<Pool, string> pools, ConditionRegions regions)
    {
        _regions = regions;
        Steps = steps;
        Text = rule is null
            ? ""
            : string.Join(
                '\n',
                steps
                    .Select(step => MeaningText.Of(step.When) + " then " + Describe(step.Then, pools))
                    .Prepend(MeaningText.Of(rule.Unless))
                    .Prepend(MeaningText.Of(rule.During))
            );
        var during = rule?.During is { } window ? new DuringCondition(window, "", default) : null;
        _open = during is null ? [Box.Everything] : Boxes(during, isTrue: true);
        _closed = during is null ? [] : Boxes(during, isTrue: false);
        _suspends = rule?.Unless is { } unless ? Boxes(unless, isTrue: true) : [];
        var acts = steps.Where(step => step.Then is not RuleAction.Cancel).ToImmutableArray();
        Acts = Ladder(acts, KeysOf(acts, pools));
        Cancels =
            acts.Length == steps.Length
                ? [new RuleOutcome("", [Box.Everything], [])]
                : Ladder(steps, [.. steps.Select(step => step.Then is RuleAction.Cancel ? "cancel" : "")]);
    }

    /// <summary>The normal form; empty for a rule that does not watch.</summary>
    public string Text { get; }

    public ImmutableArray<RuleStep> Steps { get; }

    /// <summary>What is done with the query.</summary>
    public ImmutableArray<RuleOutcome> Acts { get; }

    /// <summary>Whether it is cancelled.</summary>
    public ImmutableArray<RuleOutcome> Cancels { get; }

    /// <summary>False when a condition has too many boxes.</summary>
    public bool IsDecided { get; private set; } = true;

    /// <summary>The form of a rule that may watch a class or not.</summary>
    public static RuleForm Of(
        Rule? rule,
        Func<RuleStep, bool> isCounted,
        Func<Pool, string> pools,
        ConditionRegions regions
    ) => new(rule, rule is null ? [] : [.. rule.Steps.Where(isCounted)], pools, regions);

    /// <summary>Asks only what the running request itself tells: such a step acts while the class is
    /// not final.</summary>
    public static bool IsOnRequestOnly(RuleStep step) =>
        step.When.Atoms().Select(atom => atom.Signal).All(signal => signal.Phase == SignalPhase.Request);

    private static string Describe(RuleAction action, Func<Pool, string> pools) =>
        MeaningText.Of(action)
        + action switch
        {
            RuleAction.MoveTo move => " " + pools(move.Pool),
            RuleAction.Quarantine { Pool: { } pool } => " " + pools(pool),
            _ => "",
        };

    private static string? PlaceOf(RuleAction action) =>
        action switch
        {
            RuleAction.MoveTo move => "pool " + move.Pool.Name,
            RuleAction.Deprioritize or RuleAction.Limit => "the lowest",
            _ => null,
        };

    /// <summary>A step that does the same as one below it is begun anew, so the two are told apart.</summary>
    private static List<string> KeysOf(ImmutableArray<RuleStep> steps, Func<Pool, string> pools)
    {
        var seen = new Dictionary<string, int>(StringComparer.Ordinal);
        var keys = new List<string>();
        foreach (var step in steps)
        {
            var action = Describe(step.Then, pools);
            var count = seen[action] = seen.GetValueOrDefault(action) + 1;
            keys.Add(FormattableString.Invariant($"{action} #{count}"));
        }

        return keys;
    }

    private ImmutableArray<Box> Boxes(Condition condition, bool isTrue)
    {
        var boxes = _regions.Boxes(condition, isTrue);
        IsDecided &= boxes is not null;
        return boxes ?? [];
    }

    /// <summary>What the last true step comes to, and where none is true or the rule does not act nothing.</summary>
    private ImmutableArray<RuleOutcome> Ladder(ImmutableArray<RuleStep> steps, List<string> keys)
    {
        var outcomes = ImmutableArray.CreateBuilder<RuleOutcome>();
        ImmutableArray<Box> above = _suspends;
        for (var index = steps.Length - 1; index >= 0; index--)
        {
            var holds = Boxes(steps[index].When, isTrue: true);
            outcomes.Add(new RuleOutcome(keys[index], WhileOpen(holds), above) { Place = PlaceOf(steps[index].Then) });
            above = [.. above, .. holds];
        }

        outcomes.Add(new RuleOutcome("", _closed, []));
        outcomes.Add(new RuleOutcome("", _suspends, []));
        outcomes.Add(new RuleOutcome("", _open, above));
        return outcomes.ToImmutable();
    }

    private ImmutableArray<Box> WhileOpen(ImmutableArray<Box> boxes) => [.. Box.Meet(boxes, _open)];
}

/// <summary>One thing that a rule may come to, and for which queries: those of its boxes that no other
/// box takes.</summary>
/// <param name="Key">What it comes to; equal keys do the same.</param>
/// <param name="Boxes">Where it may.</param>
/// <param name="Except">Where it does not.</param>
internal sealed record RuleOutcome(string Key, ImmutableArray<Box> Boxes, ImmutableArray<Box> Except)
{
    /// <summary>What is done, without which step does it.</summary>
    public string Action => Key.AsSpan().LastIndexOf(" #") is var end and >= 0 ? Key[..end] : Key;

    /// <summary>Where it puts the query; null where it leaves it.</summary>
    public string? Place { get; init; }
}
