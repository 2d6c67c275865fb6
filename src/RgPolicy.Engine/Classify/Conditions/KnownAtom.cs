using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>
/// The signal is known. Never unknown itself; while the signal is pending the answer is no, and may still become yes.
/// </summary>
internal sealed class KnownAtom(string text, Signal signal) : AtomNode(text, signal)
{
    public override Verdict Evaluate(SignalValues values, Instant at) =>
        values.Peek(Signal.Ordinal).State switch
        {
            SignalState.Known => Verdict.True,
            SignalState.Absent => Verdict.False,
            _ => new Verdict(Truth.False, Truth.False, Truth.True),
        };

    protected override bool Holds(in SignalValue value) => true;
}
