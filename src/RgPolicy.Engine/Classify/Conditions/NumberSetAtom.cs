using System.Collections.Immutable;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A number, enum word or bool equals one of a few decimals.</summary>
internal sealed class NumberSetAtom(string text, Signal signal, ImmutableArray<decimal> numbers)
    : AtomNode(text, signal)
{
    public ImmutableArray<decimal> Numbers => numbers;

    protected override bool Holds(in SignalValue value)
    {
        foreach (var number in numbers)
        {
            if (number == value.Number)
            {
                return true;
            }
        }

        return false;
    }
}
