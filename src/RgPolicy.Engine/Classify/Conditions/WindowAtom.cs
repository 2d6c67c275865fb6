using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>The moment lies in a window; always known.</summary>
internal sealed class WindowAtom(string text, Window window) : CompiledCondition(text)
{
    public Window Window => window;

    public override ulong Signals => 0;

    public override bool HasWindow => true;

    public override Verdict Evaluate(SignalValues values, Instant at) => Verdict.Of(WindowClock.Contains(window, at));

    public override ulong Pending(SignalValues values, Instant at) => 0;
}
