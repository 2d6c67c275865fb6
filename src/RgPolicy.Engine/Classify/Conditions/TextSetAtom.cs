using System.Collections.Immutable;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A text equals one of a few texts, each ordinal and ignoring case unless it says exactly.</summary>
internal sealed class TextSetAtom(string text, Signal signal, ImmutableArray<TextConstant> texts)
    : AtomNode(text, signal)
{
    public ImmutableArray<TextConstant> Texts => texts;

    protected override bool Holds(in SignalValue value)
    {
        var actual = value.Text;
        foreach (var wanted in texts)
        {
            if (string.Equals(actual, wanted.Value, wanted.Comparison()))
            {
                return true;
            }
        }

        return false;
    }
}
