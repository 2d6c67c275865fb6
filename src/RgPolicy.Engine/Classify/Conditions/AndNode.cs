using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>All operands hold.</summary>
internal sealed class AndNode(string text, ImmutableArray<CompiledCondition> operands) : OperatorNode(text, operands)
{
    public override Verdict Evaluate(SignalValues values, Instant at)
    {
        var verdict = Verdict.True;
        foreach (var operand in Operands)
        {
            verdict = verdict.And(operand.Evaluate(values, at));
            if (verdict.High == Truth.False)
            {
                break;
            }
        }

        return verdict;
    }
}
