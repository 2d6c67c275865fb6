using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>The signal matches a pattern.</summary>
public sealed record LikeCondition(Signal Signal, TextPattern Pattern, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range)
{
    /// <summary>Where the pattern stands with its escape; null where a constant's name stands there.</summary>
    public TextRange? PatternRange { get; init; }
}
