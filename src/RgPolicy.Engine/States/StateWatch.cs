using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.States;

/// <summary>
/// One state of a policy over time: entered when its condition held without a break for as long as it
/// asks, left in the same way. What is unknown neither enters nor leaves it, and ends what had begun.
/// </summary>
internal sealed class StateWatch
{
    private readonly State _state;
    private readonly CompiledCondition _when;
    private readonly CompiledCondition? _until;
    private DateTimeOffset? _since;

    public StateWatch(State state)
    {
        _state = state;
        _when = ConditionCompiler.Compile(state.When);
        _until = state.Until is null ? null : ConditionCompiler.Compile(state.Until);
    }

    public string Name => _state.Name;

    public bool IsActive { get; private set; }

    /// <summary>What happened to it last, for people.</summary>
    public string Describe() =>
        IsActive
            ? $"state {Name} entered: {_when.Text}"
            : $"state {Name} left: {_until?.Text ?? _when.Text + " no longer holds"}";

    /// <summary>Takes in one moment; true when it was entered or left by it.</summary>
    /// <param name="values">What is known.</param>
    /// <param name="at">What the clock shows, for windows.</param>
    /// <param name="now">The moment on the time without jumps, for durations.</param>
    public bool See(SignalValues values, Instant at, DateTimeOffset now)
    {
        if (!WantsToChange(values, at))
        {
            _since = null;
            return false;
        }

        _since ??= now;
        if (now - _since.Value < (IsActive ? _state.LeaveAfter : _state.EnterAfter))
            return false;

        IsActive = !IsActive;
        _since = null;
        return true;
    }

    private bool WantsToChange(SignalValues values, Instant at) =>
        (IsActive, _until) switch
        {
            (false, _) => _when.Evaluate(values, at).Value == Truth.True,
            (true, { } until) => until.Evaluate(values, at).Value == Truth.True,
            _ => _when.Evaluate(values, at).Value == Truth.False,
        };
}
