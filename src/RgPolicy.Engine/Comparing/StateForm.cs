using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Comparing;

/// <summary>A state with its conditions compiled.</summary>
internal sealed class StateForm(State state)
{
    private readonly CompiledCondition _when = ConditionCompiler.Compile(state.When);
    private readonly CompiledCondition? _until = state.Until is { } until ? ConditionCompiler.Compile(until) : null;

    /// <summary>Whether it is entered at a moment, and in words what becomes of it then; empty for nothing.</summary>
    public (bool IsEntered, string Text) At(SignalValues values, Instant at)
    {
        var entered = _when.Evaluate(values, at).Value;
        var isEntered = entered == Truth.True;
        var isLeft = _until is null ? entered == Truth.False : _until.Evaluate(values, at).Value == Truth.True;
        return (
            isEntered,
            !isEntered && !isLeft
                ? ""
                : FormattableString.Invariant(
                    $"state {state.Name} {isEntered} {isLeft} {state.EnterAfter} {state.LeaveAfter}"
                )
        );
    }
}
