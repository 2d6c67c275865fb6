using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A condition made of others.</summary>
internal abstract class OperatorNode(string text, ImmutableArray<CompiledCondition> operands) : CompiledCondition(text)
{
    public ImmutableArray<CompiledCondition> Operands { get; } = operands;

    /// <summary>True when the text has one atom here, which is made of several inside.</summary>
    public bool IsAtom { get; init; }

    public override ulong Signals { get; } = operands.Aggregate(0UL, (bits, operand) => bits | operand.Signals);

    public override bool HasWindow { get; } = operands.Any(operand => operand.HasWindow);

    public override ulong Pending(SignalValues values, Instant at)
    {
        if (Evaluate(values, at).IsFinal)
            return 0;

        var bits = 0UL;
        foreach (var operand in Operands)
            bits |= operand.Pending(values, at);

        return bits;
    }
}

/// <summary>The operand does not hold.</summary>
internal sealed class NotNode(string text, CompiledCondition operand) : OperatorNode(text, [operand])
{
    public override Verdict Evaluate(SignalValues values, Instant at) => Operands[0].Evaluate(values, at).Not();
}

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
                break;
        }

        return verdict;
    }
}

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
                break;
        }

        return verdict;
    }
}
