using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Texts;

/// <summary>A question about a text: does it match a pattern, or is it a name?</summary>
/// <param name="Text">The pattern's units or the name.</param>
/// <param name="IsExact">True where case counts.</param>
/// <param name="IsPattern">True where some units are wildcards; a pattern without one is a name.</param>
internal sealed record TextQuestion(string Text, bool IsExact, bool IsPattern)
{
    public static TextQuestion Name(TextConstant name) => Of(name.Value, name.Exactly, isPattern: false);

    public static TextQuestion Pattern(TextPattern pattern) => Of(pattern.Units, pattern.Exactly, pattern.HasWildcards);

    // Two questions that differ in case alone are one where case does not count.
    private static TextQuestion Of(string text, bool isExact, bool isPattern) =>
        new(isExact ? text : text.ToUpperInvariant(), isExact, isPattern);
}
