using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>Always the same: stands for a window where the moment is not known.</summary>
internal sealed class ConstantNode(string text, bool value) : CompiledCondition(text)
{
    public override ulong Signals => 0;

    public override bool HasWindow => false;

    public override Verdict Evaluate(SignalValues values, Instant at) => Verdict.Of(value);

    public override ulong Pending(SignalValues values, Instant at) => 0;
}
