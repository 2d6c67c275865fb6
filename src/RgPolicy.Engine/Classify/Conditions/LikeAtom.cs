using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A text, or at least one member of a set, matches a pattern.</summary>
internal sealed class LikeAtom(string text, Signal signal, TextPattern pattern) : AtomNode(text, signal)
{
    private readonly LikePattern _pattern = new(pattern);

    public TextPattern Pattern => pattern;

    protected override bool Holds(in SignalValue value)
    {
        if (Signal.Type == SignalType.Text)
        {
            return _pattern.Matches(value.Text);
        }

        foreach (var member in value.Set)
        {
            if (_pattern.Matches(member))
            {
                return true;
            }
        }

        return false;
    }
}
