using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>
/// RG3011 to RG3013: a step that a later one always covers, an <c>unless</c> that every step implies,
/// and a step that no query of its classes can meet.
/// </summary>
internal sealed class LadderCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var rule in policy.Rules)
        {
            var budget = new WorkBudget(WorkBudget.PerPolicy / 10);
            var space = new AnalysisSpace(Conditions(rule));
            var regions = new ConditionRegions(space);
            var steps = rule.Steps.Select(step => regions.Boxes(step.When, isTrue: true)).ToList();
            var covering = new Covering(space, budget);
            CheckCovered(rule, steps, covering);
            CheckUnless(rule, steps, rule.Unless is null ? null : regions.Boxes(rule.Unless, isTrue: true), covering);
            CheckClasses(rule, steps, space, regions);
        }
    }

    private static IEnumerable<Condition> Conditions(Rule rule) =>
        rule
            .Steps.Select(step => step.When)
            .Concat(rule.Classes.Select(query => query.Condition).Append(rule.Unless).OfType<Condition>());

    /// <summary>The last step whose condition is true holds; a cancel lets the step below it hold until
    /// the query has ended.</summary>
    private void CheckCovered(Rule rule, List<ImmutableArray<Box>?> steps, Covering covering)
    {
        for (var index = 0; index + 1 < steps.Count; index++)
        {
            var own = steps[index];
            for (var later = index + 1; later < steps.Count && own is { IsEmpty: false }; later++)
            {
                if (steps[later] is { } wider && Holds(rule.Steps[later].Then) && covering.IsCovered(own.Value, wider))
                {
                    bag.Add(
                        "RG3011",
                        rule.Steps[index].Range,
                        $"This step of the rule `{rule.Name}` never holds: whenever it is true, a later step is "
                            + "true too, and the last one holds. Put the step that waits longest last.",
                        related: bag.At(rule.Steps[later].Range, "This step takes its place.")
                    );
                    break;
                }
            }
        }
    }

    /// <summary>Of the limits for one query only the cap on its CPU is carried out; with others the
    /// step below stays in force.</summary>
    private bool Holds(RuleAction action) =>
        action switch
        {
            RuleAction.Cancel or RuleAction.ShrinkNext => false,
            RuleAction.Limit limit => limit.Setting.Name == SettingName.CpuCap
                && SettingCapability.Of(limit.Setting, target).Effect != SettingReach.None,
            _ => true,
        };

    private void CheckUnless(
        Rule rule,
        List<ImmutableArray<Box>?> steps,
        ImmutableArray<Box>? unless,
        Covering covering
    )
    {
        if (
            unless is { IsEmpty: false } suspended
            && rule.Unless is { } condition
            && steps.TrueForAll(step => step is { IsEmpty: false } own && covering.IsCovered(own, suspended))
        )
        {
            bag.Add(
                "RG3012",
                condition.Range,
                $"The rule `{rule.Name}` never acts: whenever a step is true, `unless {condition.Text}` suspends it."
            );
        }
    }

    /// <summary>Only what never changes while a query runs counts, and only where it is known to both.</summary>
    private void CheckClasses(
        Rule rule,
        List<ImmutableArray<Box>?> steps,
        AnalysisSpace space,
        ConditionRegions regions
    )
    {
        var classes = rule
            .Classes.Select(query =>
                query.Condition is { } condition ? regions.Boxes(condition, isTrue: true) : [Box.Everything]
            )
            .ToList();
        for (var index = 0; index < steps.Count; index++)
        {
            if (
                steps[index] is { IsEmpty: false } own
                && classes.TrueForAll(query =>
                    query is { IsEmpty: false } boxes && boxes.All(box => own.All(step => AreApart(box, step, space)))
                )
            )
            {
                var names = string.Join(", ", rule.Classes.Select(query => $"`{query.Name}`"));
                bag.Add(
                    "RG3013",
                    rule.Steps[index].When.Range,
                    $"This step of the rule `{rule.Name}` never acts: no query of {names} can meet "
                        + $"`{rule.Steps[index].When.Text}`."
                );
            }
        }
    }

    private static bool AreApart(Box left, Box right, AnalysisSpace space)
    {
        foreach (var dimension in left.Dimensions)
        {
            if (
                right.On(dimension) is { } other
                && left.On(dimension) is { } own
                && !own.Intersects(other)
                && IsFixed(space.Dimensions[dimension], own, other)
            )
                return true;
        }

        return false;
    }

    private static bool IsFixed(Dimension dimension, CellSet left, CellSet right) =>
        dimension.Signal is { } signal
        && (signal.Phase is SignalPhase.Session or SignalPhase.Statement or SignalPhase.Plan || signal.IsTargetConstant)
        && !(dimension.CanBeUnknown && (left.Contains(dimension.UnknownCell) || right.Contains(dimension.UnknownCell)));
}

/// <summary>Whether some boxes cover others; what was not decided counts as not covered.</summary>
internal sealed class Covering(AnalysisSpace space, WorkBudget budget)
{
    private readonly CoverSearch _search = space.Search(budget);

    public bool IsCovered(ImmutableArray<Box> inner, ImmutableArray<Box> outer) =>
        inner.All(box => IsCovered(box, outer));

    private bool IsCovered(Box box, ImmutableArray<Box> outer)
    {
        budget.Begin();
        return !budget.IsGone && _search.Run(box, outer.Select((cover, index) => new OwnedBox(index, cover))).IsCovered;
    }
}
