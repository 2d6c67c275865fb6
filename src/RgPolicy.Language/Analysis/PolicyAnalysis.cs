using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Reports;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis;

/// <summary>
/// The logic of a bound policy (RG3): classes that are never reached or change nothing, conditions
/// longer than they need be, and what falls to the default. Every verdict holds for all queries,
/// whatever is unknown of them.
/// </summary>
internal sealed class PolicyAnalysis(DiagnosticBag bag, WorkBudget? budget = null)
{
    private readonly WorkBudget _budget = budget ?? new WorkBudget(WorkBudget.PerPolicy, bag.Cancellation);

    /// <summary>What a condition gives away by itself is told too where comparing classes took all there was.</summary>
    private WorkBudget NewBudget() => new(WorkBudget.PerPolicy, bag.Cancellation);

    /// <summary>All analyses of a policy that is whole.</summary>
    public void Run(Policy policy)
    {
        AnalyseClasses(policy);
        AnalyseConditions(RuleConditions(policy).ToList());
    }

    /// <summary>For a policy of which parts are missing: what a condition by itself gives away.</summary>
    public void RunOnConditions(Policy policy) =>
        AnalyseConditions([.. ClassConditions(policy), .. RuleConditions(policy)]);

    private void AnalyseClasses(Policy policy)
    {
        var space = new AnalysisSpace(policy.Classes.Select(query => query.Condition).OfType<Condition>());
        ReportFree(space);
        var classes = new ClassBoxes(policy, space);
        var samples = new ClassSample(classes, _budget);
        var report = new ClassReport(
            classes,
            samples,
            new ConditionReport(space, NewBudget(), bag),
            new DefaultReport(classes, samples, _budget, bag),
            bag
        );
        var verdicts = new ClassAnalysis(classes, _budget).Run(isExplained: () => !bag.IsFull);
        foreach (var (query, verdict) in policy.Classes.Zip(verdicts))
            report.Report(query, verdict);
    }

    /// <summary>Nothing false is said where patterns are free, but not all that is true.</summary>
    private void ReportFree(AnalysisSpace space)
    {
        foreach (var like in space.FreePatterns)
        {
            bag.Add(
                "RG3090",
                like.Range,
                $"What the patterns of `{like.Signal.Name}` have in common was not decided: together they tell too "
                    + "many kinds of text apart. Each was taken to match or not, whatever the others do."
            );
        }
    }

    private void AnalyseConditions(List<(Condition Condition, string Consequence)> conditions)
    {
        if (conditions.Count == 0)
            return;

        var space = new AnalysisSpace(conditions.Select(each => each.Condition));
        var report = new ConditionReport(space, NewBudget(), bag);
        foreach (var (condition, consequence) in conditions)
            report.Report(condition, consequence);
    }

    private static IEnumerable<(Condition Condition, string Consequence)> ClassConditions(Policy policy) =>
        from query in policy.Classes
        where query.Condition is not null
        select (query.Condition, $"the class `{query.Name}` never matches");

    private static IEnumerable<(Condition Condition, string Consequence)> RuleConditions(Policy policy)
    {
        foreach (var rule in policy.Rules)
        {
            foreach (var step in rule.Steps)
                yield return (step.When, $"this step of the rule `{rule.Name}` never acts");

            if (rule.Unless is { } unless)
                yield return (unless, $"nothing suspends the rule `{rule.Name}`");
        }

        foreach (var state in policy.States)
        {
            yield return (state.When, $"the state `{state.Name}` is never entered");
            if (state.Until is { } until)
                yield return (until, $"the state `{state.Name}` is never left");
        }
    }
}
