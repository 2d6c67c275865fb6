using System.Collections.Immutable;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A set contains at least one of a few texts.</summary>
internal sealed class ContainsAtom(string text, Signal signal, ImmutableArray<TextConstant> texts)
    : AtomNode(text, signal)
{
    protected override bool Holds(in SignalValue value)
    {
        foreach (var member in value.Set)
        {
            foreach (var wanted in texts)
            {
                if (string.Equals(member, wanted.Value, wanted.Comparison()))
                {
                    return true;
                }
            }
        }

        return false;
    }
}
