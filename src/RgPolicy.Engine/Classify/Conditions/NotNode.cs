using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>The operand does not hold.</summary>
internal sealed class NotNode(string text, CompiledCondition operand) : OperatorNode(text, [operand])
{
    public override Verdict Evaluate(SignalValues values, Instant at) => Operands[0].Evaluate(values, at).Not();
}
