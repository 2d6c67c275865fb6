using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>At least one operand holds.</summary>
internal sealed class OrNode(string text, ImmutableArray<CompiledCondition> operands) : OperatorNode(text, operands)
{
    public override Verdict Evaluate(SignalValues values, Instant at)
    {
        var verdict = Verdict.False;
        foreach (var operand in Operands)
        {
            verdict = verdict.Or(operand.Evaluate(values, at));
            if (verdict.Low == Truth.True)
            {
                break;
            }
        }

        return verdict;
    }
}
