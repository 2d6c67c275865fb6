using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Windows;

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

/// <summary>Always the same: stands for a window where the moment is not known.</summary>
internal sealed class ConstantNode(string text, bool value) : CompiledCondition(text)
{
    public override ulong Signals => 0;

    public override bool HasWindow => false;

    public override Verdict Evaluate(SignalValues values, Instant at) => Verdict.Of(value);

    public override ulong Pending(SignalValues values, Instant at) => 0;
}

/// <summary>The moment lies in a window; always known.</summary>
internal sealed class WindowAtom(string text, Window window) : CompiledCondition(text)
{
    public Window Window => window;

    public override ulong Signals => 0;

    public override bool HasWindow => true;

    public override Verdict Evaluate(SignalValues values, Instant at) => Verdict.Of(WindowClock.Contains(window, at));

    public override ulong Pending(SignalValues values, Instant at) => 0;
}
