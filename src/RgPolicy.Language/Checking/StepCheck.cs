using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: steps of rules that the target does not carry out, or that leave a query as it is.</summary>
internal sealed class StepCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        var lowest = LowestPools(policy);
        foreach (var rule in policy.Rules)
        {
            // A step below another may give back what that one took.
            var mayHaveMoved = false;
            foreach (var step in rule.Steps)
            {
                var whyNot = WhyNot(step.Then);
                var unmoved = whyNot is null && !mayHaveMoved ? Unmoved(rule, step.Then, lowest) : [];
                if (whyNot is not null)
                    Report(DiagnosticSeverity.Warning, rule, step, $"has no effect on `{target.Name}`: {whyNot}");
                else if (unmoved.Count > 0)
                    ReportUnmoved(rule, step, unmoved);

                mayHaveMoved |=
                    whyNot is null
                    && unmoved.Count < rule.Classes.Length
                    && (step.Then is RuleAction.MoveTo || Lowers(step.Then));
            }
        }
    }

    /// <summary>Where no target is named, it may be one that carries the step out; most limits of a query are carried
    /// out by none.</summary>
    private string? WhyNot(RuleAction action) =>
        !target.IsAssumed || action is RuleAction.Limit
            ? StepCapability.WhyNotDone(action, target) ?? StepCapability.WhyNothing(action, target)
            : null;

    /// <summary>The pools that never have more than the lowest weight.</summary>
    private HashSet<int> LowestPools(Policy policy)
    {
        var weights = TargetLevers.MovesProcesses(target) ? PoolWeights.All(policy).ToList() : [];
        return
        [
            .. policy
                .Pools.Where(pool => weights.Count > 0 && weights.TrueForAll(each => each.IsLowest(pool)))
                .Select(pool => pool.Index),
        ];
    }

    private static List<QueryClass> Unmoved(Rule rule, RuleAction action, HashSet<int> lowest) =>
        action switch
        {
            RuleAction.MoveTo move => [.. rule.Classes.Where(item => item.Pool.Index == move.Pool.Index)],
            _ when Lowers(action) => [.. rule.Classes.Where(item => lowest.Contains(item.Pool.Index))],
            _ => [],
        };

    private static bool Lowers(RuleAction action) =>
        action is RuleAction.Deprioritize or RuleAction.Limit { Setting.Name: SettingName.CpuCap };

    /// <summary>What does something for another class of the rule is only worth knowing.</summary>
    private void ReportUnmoved(Rule rule, RuleStep step, List<QueryClass> unmoved) =>
        Report(
            unmoved.Count == rule.Classes.Length ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
            rule,
            step,
            $"changes nothing for class `{unmoved[0].Name}`: "
                + (
                    step.Then is RuleAction.MoveTo
                        ? $"its queries are in `{unmoved[0].Pool.Name}` already"
                        : $"its pool `{unmoved[0].Pool.Name}` has the lowest weight that is safe already, "
                            + $"{TargetLevers.LowestWeightPercent} % of the highest. Give the pool more, or leave the "
                            + "class out of the rule"
                )
        );

    private void Report(DiagnosticSeverity severity, Rule rule, RuleStep step, string what) =>
        bag.Add(severity, "RG5001", step.Range, $"`{step.Then.ToText()}` (rule `{rule.Name}`) {what}.");
}
