using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A condition ready to be evaluated without allocating.</summary>
/// <param name="text">The words of the policy, for explanations.</param>
internal abstract class CompiledCondition(string text)
{
    public string Text { get; } = text;

    /// <summary>Signals that it asks about, one bit per ordinal.</summary>
    public abstract ulong Signals { get; }

    /// <summary>True when it depends on the time.</summary>
    public abstract bool HasWindow { get; }

    public abstract Verdict Evaluate(SignalValues values, Instant at);

    /// <summary>The pending signals that can still change the value, one bit per ordinal.</summary>
    public abstract ulong Pending(SignalValues values, Instant at);
}
