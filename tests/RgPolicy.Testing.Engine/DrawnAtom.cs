using RgPolicy.Language.Signals;

namespace RgPolicy.Testing.Engine;

/// <summary>A question of a drawn class.</summary>
/// <param name="Signal">What it asks about.</param>
/// <param name="Comparison">Such as <c>= 'n1'</c> or <c>between 1 and 5</c>.</param>
/// <param name="Hit">A value that passes: a text, a word or a decimal.</param>
internal sealed record DrawnAtom(Signal Signal, string Comparison, object Hit)
{
    public string Text => $"{Signal.Name} {Comparison}";
}
