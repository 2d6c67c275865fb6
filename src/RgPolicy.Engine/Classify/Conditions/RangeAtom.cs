using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A number, enum word or bool lies in a range of decimals; see <see cref="NumberRange"/>.</summary>
internal sealed class RangeAtom(string text, Signal signal, NumberRange range) : AtomNode(text, signal)
{
    public NumberRange Range => range;

    protected override bool Holds(in SignalValue value) => range.Contains(value.Number);
}
