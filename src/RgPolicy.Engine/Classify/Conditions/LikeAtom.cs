using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A text, or at least one member of a set, matches a pattern.</summary>
internal sealed class LikeAtom(string text, Signal signal, LikePattern pattern) : AtomNode(text, signal)
{
    protected override bool Holds(in SignalValue value)
    {
        if (Signal.Type == SignalType.Text)
        {
            return pattern.Matches(value.Text);
        }

        foreach (var member in value.Set)
        {
            if (pattern.Matches(member))
            {
                return true;
            }
        }

        return false;
    }
}
