using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: weights below the lowest that is safe, and rules that lower what has that weight already.</summary>
internal sealed class FloorCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        var weights = policy.Pools.Select(WeightOf).OfType<Rational>().ToList();
        if (weights.Count == 0 || !TargetLevers.MovesProcesses(target))
        {
            return;
        }

        var highest = weights.Max();
        var floor = highest * TargetLevers.LowestPercent / 100;
        foreach (var placed in PlacedSetting.All(policy).Where(each => AmountOf(each.Setting) < floor))
        {
            bag.Add(
                "RG5001",
                placed.Setting.Range,
                $"`{placed.Setting.Text}` ({placed.Owner}) is below the lowest weight that is safe: it becomes "
                    + $"{TargetLevers.LowestPercent} % of the highest, which is `cpu weight {floor}`."
            );
        }

        foreach (var rule in policy.Rules)
        {
            CheckLowers(rule, floor);
        }
    }

    private void CheckLowers(Rule rule, Rational floor)
    {
        var lowest = rule.Classes.Where(each => WeightOf(each.Pool) <= floor).ToList();
        if (lowest.Count == 0)
        {
            return;
        }

        foreach (var step in rule.Steps.Where(step => step.Then is RuleAction.Deprioritize))
        {
            bag.Add(
                "RG5001",
                step.Range,
                $"`deprioritize` (rule `{rule.Name}`) changes nothing for class `{lowest[0].Name}`: its pool "
                    + $"`{lowest[0].Pool.Name}` has the lowest weight that is safe, {TargetLevers.LowestPercent} % of the "
                    + "highest. Give the pool more, or leave the class out of the rule."
            );
        }
    }

    private static Rational? WeightOf(Pool pool) =>
        pool.Find(SettingName.CpuWeight) is { } setting ? AmountOf(setting) : null;

    private static Rational? AmountOf(Setting setting) =>
        setting is { Name: SettingName.CpuWeight, Value: AmountValue { Amount: var amount } } ? amount : null;
}
