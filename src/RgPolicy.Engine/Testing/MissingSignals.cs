using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>
/// What a test would have to give before it shows that nothing happens: a condition that is unknown
/// because a signal is not given may be true for the query that is meant.
/// </summary>
internal static class MissingSignals
{
    /// <summary>Of the steps of a rule none of which holds; empty where every step is decided.</summary>
    public static string OfRule(CompiledRule rule, SignalValues values, TestStage stage)
    {
        var isProvisional = stage.Query.Decision.IsProvisional;
        return Names(
            rule.Steps.Where(step =>
                    step.IsEnforced && (!isProvisional || step is { IsOnRequestOnly: true, Cancels: false })
                )
                .Select(step => step.When),
            values,
            stage
        );
    }

    /// <summary>Of a state that is not active.</summary>
    public static string OfState(State state, SignalValues values, TestStage stage) =>
        Names([ConditionCompiler.Compile(state.When)], values, stage);

    private static string Names(IEnumerable<CompiledCondition> conditions, SignalValues values, TestStage stage)
    {
        var pending = conditions
            .Where(condition => condition.Evaluate(values, stage.At).Value == Truth.Unknown)
            .Aggregate(0UL, (bits, condition) => bits | condition.Pending(values, stage.At));
        return string.Join(", ", SignalMasks.Names(pending));
    }
}
