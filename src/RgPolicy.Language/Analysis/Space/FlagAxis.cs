using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>No and yes: whether a text matches a pattern, or whether a set contains a text.</summary>
/// <param name="Signal">The text or set signal.</param>
/// <param name="Member">The member with its exact casing.</param>
/// <param name="Pattern">The pattern; null for a member.</param>
internal sealed record FlagAxis(Signal Signal, TextConstant? Member, TextPattern? Pattern) : Axis(2)
{
    public const int No = 0;
    public const int Yes = 1;

    /// <summary>The pattern of a flag that is none of a member.</summary>
    public TextPattern Wanted =>
        Pattern ?? throw new InvalidOperationException($"{Signal.Name} is asked for a member here.");

    /// <summary>The member's text, of a flag that is none of a pattern.</summary>
    public string MemberText =>
        Member?.Value ?? throw new InvalidOperationException($"{Signal.Name} is asked for a pattern here.");
}
