using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Rules;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Testing;

/// <summary>What a rule does at a moment of a policy test.</summary>
/// <param name="Rule">The rule.</param>
/// <param name="Step">The step that holds, or <see cref="CompiledRule.NoStep"/>.</param>
/// <param name="IsSuspended">Its <c>unless</c> is true while a step would hold without.</param>
/// <param name="Why">Why no step, or no later one, holds; empty where there is nothing to say.</param>
internal sealed record RuleResult(CompiledRule Rule, int Step, bool IsSuspended, string Why)
{
    /// <summary>The signals that are not given and decide whether a step holds; empty where that is decided.</summary>
    public string Missing { get; private init; } = "";

    /// <summary>It is on the query's class.</summary>
    public bool IsOnClass { get; private init; }

    /// <summary>The rule's name.</summary>
    public string Name => Rule.Rule.Name;

    /// <summary>Looks at a rule.</summary>
    /// <param name="rule">The rule.</param>
    /// <param name="stage">After its look.</param>
    /// <param name="values">The signals.</param>
    public static RuleResult Of(CompiledRule rule, TestStage stage, SignalValues values)
    {
        var (query, program) = (stage.Query, stage.Governor.Program);
        var decision = query.Decision;
        if (!program.RulesByClass[decision.ClassIndex].Contains(rule))
        {
            return new RuleResult(
                rule,
                CompiledRule.NoStep,
                false,
                $"it is not on class `{program.Policy.Classes[decision.ClassIndex].Name}`"
            );
        }

        var cancel = rule.FindCancel(values, stage.At, decision.IsProvisional);
        var never = cancel == CompiledRule.NoStep ? null : CancelGuard.WhyNever(query.Query);
        var step = cancel != CompiledRule.NoStep && never is null ? cancel : query.Steps[rule.Index];
        return new RuleResult(
            rule,
            step,
            WouldHold(rule, values, stage, decision),
            Reason(rule, step, never, values, stage)
        )
        {
            IsOnClass = true,
            Missing =
                step == CompiledRule.NoStep && !rule.IsSuspended(values, stage.At)
                    ? MissingSignals.OfRule(rule, values, stage)
                    : "",
        };
    }

    /// <summary>The step from 1, with its condition.</summary>
    public string Describe() =>
        Step == CompiledRule.NoStep ? "no step" : $"step {Step + 1} (line {Rule.Rule.Steps[Step].Range.StartLine})";

    private static bool WouldHold(CompiledRule rule, SignalValues values, TestStage stage, ClassDecision decision)
    {
        if (rule.Unless?.Evaluate(values, stage.At).Value != Truth.True)
            return false;

        var without = rule with { Unless = null };
        return without.Find(values, stage.At, decision.IsProvisional) != CompiledRule.NoStep
            || without.FindCancel(values, stage.At, decision.IsProvisional) != CompiledRule.NoStep;
    }

    private static string Reason(CompiledRule rule, int step, string? never, SignalValues values, TestStage stage)
    {
        if (rule.Rule.During is { } window && !WindowClock.Contains(window, stage.At))
            return $"it is outside `{window.Name}`";

        if (rule.Unless is { } unless && unless.Evaluate(values, stage.At).Value == Truth.True)
            return $"`unless {unless.Text}` holds";

        if (never is not null)
            return $"a query is not cancelled that is this: {never}";

        for (var index = rule.Steps.Length - 1; index > step; index--)
        {
            if (WhyPassedOver(rule.Steps[index], values, stage) is { } why)
                return $"step {index + 1} is passed over: {why}";
        }

        return "";
    }

    /// <summary>Why a step whose condition holds does not, or null.</summary>
    private static string? WhyPassedOver(CompiledStep step, SignalValues values, TestStage stage)
    {
        var truth = step.When.Evaluate(values, stage.At).Value;
        if (truth == Truth.Unknown)
            return $"{string.Join(", ", SignalMasks.Names(step.When.Pending(values, stage.At)))} is not given";

        var target = stage.Governor.Program.Target;

        if (truth == Truth.False)
            return null;

        if (!step.IsEnforced)
            return StepCapability.WhyNotDone(step.Action, target) ?? StepCapability.WhyNothing(step.Action, target);

        if (stage.Query.Decision.IsProvisional && !step.IsOnRequestOnly)
            return "the class is provisional, and it asks for more than the request";

        if (stage.Query.Decision.IsProvisional && step.Cancels)
            return "the class is provisional, and a query is ended only when its class is known for good";

        return null;
    }
}

/// <summary>How one policy test ended.</summary>
/// <param name="Test">The test.</param>
/// <param name="Passed">True when everything expected came out.</param>
/// <param name="Message">Expected and actual, and the deciding class (RG6001), a line for each moment;
/// empty when it passed.</param>
/// <param name="ClassIndex">The class that came out at the first moment that is not as expected, else at the last; -1
/// where the test could not be run.</param>
/// <param name="Trace">Each class tried there and what decided, or null where the test could not be run.</param>
internal sealed record PolicyTestResult(
    PolicyTest Test,
    bool Passed,
    string Message,
    int ClassIndex,
    Explanation? Trace
)
{
    /// <summary>What was found at each moment.</summary>
    internal ImmutableArray<MomentResult> Sights { get; init; } = [];
}
