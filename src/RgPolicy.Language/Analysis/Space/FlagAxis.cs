using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>No and yes: whether a text matches a pattern, or whether a set contains a text.</summary>
/// <param name="Signal">The text or set signal.</param>
/// <param name="Text">The pattern, or the member with its exact casing.</param>
/// <param name="IsPattern">False for a member.</param>
internal sealed record FlagAxis(Signal Signal, TextConstant Text, bool IsPattern) : Axis(2)
{
    public const int No = 0;
    public const int Yes = 1;
}
