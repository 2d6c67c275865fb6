using System.Collections.Immutable;
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
        {
            return 0;
        }

        var bits = 0UL;
        foreach (var operand in Operands)
        {
            bits |= operand.Pending(values, at);
        }

        return bits;
    }
}
