using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: steps of rules that are not carried out on the target.</summary>
internal sealed class TargetStepCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var rule in policy.Rules)
        {
            foreach (var step in rule.Steps)
            {
                if (WhyNot(step.Then) is { } reason)
                {
                    bag.Add(
                        "RG5001",
                        step.Range,
                        $"`{Text(step.Then)}` (rule `{rule.Name}`) has no effect on `{target.Name}` "
                            + $"({target.DbmsKind}): {reason}."
                    );
                }
            }
        }
    }

    /// <summary>Where no target is named, it may be one that carries the step out; a limit is carried out by none.</summary>
    private string? WhyNot(RuleAction action) =>
        !target.IsAssumed || action is RuleAction.Limit
            ? StepCapability.WhyNotDone(action, target) ?? StepCapability.WhyNothing(action, target)
            : null;

    private static string Text(RuleAction action) =>
        action switch
        {
            RuleAction.Limit limit => $"limit {limit.Setting.Text}",
            RuleAction.MoveTo move => $"move to {move.Pool.Name}",
            RuleAction.ShrinkNext => "shrink next",
            RuleAction.Quarantine => "quarantine",
            RuleAction.Cancel => "cancel",
            _ => "deprioritize",
        };
}
