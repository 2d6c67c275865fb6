using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>The signal matches a pattern: <c>%</c> any text, <c>_</c> one UTF-16 unit.</summary>
public sealed record LikeCondition(Signal Signal, TextConstant Pattern, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range)
{
    /// <summary>True for a pattern such as <c>'%'</c>, which every text matches.</summary>
    public bool FitsEveryText => Pattern.Value.Length > 0 && Pattern.Value.AsSpan().IndexOfAnyExcept('%') < 0;
}
