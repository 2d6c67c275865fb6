using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A question about one signal: unknown while the signal is.</summary>
internal abstract class AtomNode(string text, Signal signal) : CompiledCondition(text)
{
    public Signal Signal { get; } = signal;

    public override ulong Signals => 1UL << Signal.Ordinal;

    public override bool HasWindow => false;

    public override Verdict Evaluate(SignalValues values, Instant at)
    {
        ref readonly var value = ref values.Peek(Signal.Ordinal);
        return value.State switch
        {
            SignalState.Known => Verdict.Of(Holds(in value)),
            SignalState.Absent => Verdict.Absent,
            _ => Verdict.Pending,
        };
    }

    public override ulong Pending(SignalValues values, Instant at) =>
        values.Peek(Signal.Ordinal).State == SignalState.Pending ? Signals : 0;

    /// <summary>Whether a known value passes.</summary>
    protected abstract bool Holds(in SignalValue value);
}
