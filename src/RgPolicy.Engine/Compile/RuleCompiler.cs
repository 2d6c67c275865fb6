using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile.Phases;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>Compiles run-time rules, and lists what of them is not carried out.</summary>
internal static class RuleCompiler
{
    private const string NoEffect = "none";

    public static ImmutableArray<CompiledRule> Compile(
        Policy policy,
        TargetProfile target,
        ImmutableArray<PoolAllotment> pools,
        int lowestPoolNumber
    ) =>
        [
            .. policy.Rules.Select(
                (rule, index) =>
                    new CompiledRule(
                        rule,
                        index,
                        [.. rule.Steps.Select(step => CompileStep(step, target, pools, lowestPoolNumber))],
                        rule.Unless is null ? null : ConditionCompiler.Compile(rule.Unless)
                    )
            ),
        ];

    public static IEnumerable<NotEnforcedItem> ListNotEnforced(Policy policy, TargetProfile target) =>
        from step in ListEffects(policy, target)
        where step.Effect == NoEffect
        select new NotEnforcedItem($"rule {step.Rule}: {step.Then}", step.Line, step.Reason);

    /// <summary>What each step of each rule reaches, in the order of the text.</summary>
    public static IEnumerable<StepEffect> ListEffects(Policy policy, TargetProfile target) =>
        from rule in policy.Rules
        from step in rule.Steps
        let whyNot = StepCapability.WhyNotDone(step.Then, target)
            ?? StepCapability.WhyNothing(step.Then, target)
            ?? WhyNever(step.When, target)
        let reach = StepReach.Of(step.Then, target)
        select new StepEffect(
            rule.Name,
            step.Range.StartLine,
            step.When.Text,
            step.Then.ToText(),
            whyNot is null ? reach.Effect : NoEffect,
            whyNot ?? reach.Reason
        );

    private static CompiledStep CompileStep(
        RuleStep step,
        TargetProfile target,
        ImmutableArray<PoolAllotment> pools,
        int lowestPoolNumber
    )
    {
        var when = ConditionCompiler.Compile(step.When);
        return new CompiledStep(
            when,
            step.Then,
            StepReach.IsDone(step.Then, target),
            (when.Signals & ~SignalMasks.Request) == 0,
            step.Then switch
            {
                RuleAction.MoveTo move => pools[move.Pool.Index].Number,
                RuleAction.Deprioritize => lowestPoolNumber,
                RuleAction.Limit => lowestPoolNumber,
                _ => null,
            }
        );
    }

    private static string? WhyNever(Condition when, TargetProfile target) =>
        SignalMasks.Names(ConditionCompiler.Compile(when).Signals & SignalMasks.NotMeasuredOn(target)).ToList()
            is { Count: > 0 } names
            ? $"{string.Join(" and ", names)} {(names.Count == 1 ? "is" : "are")} not measured by this version: unknown, so that the step holds only without"
            : null;
}
