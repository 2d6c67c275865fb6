using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Texts;

/// <summary>A question about a text: does it match a pattern, or is it a name?</summary>
/// <param name="Text">The pattern or the name.</param>
/// <param name="IsExact">True where case counts.</param>
/// <param name="IsPattern">True where <c>%</c> and <c>_</c> are wildcards; a pattern without one is a name.</param>
internal sealed record TextQuestion(string Text, bool IsExact, bool IsPattern)
{
    /// <summary>Any number of characters.</summary>
    public const char Many = '%';

    /// <summary>One UTF-16 unit, as the classifier takes it.</summary>
    public const char One = '_';

    public static TextQuestion Name(TextConstant name) => Of(name, isPattern: false);

    public static TextQuestion Pattern(TextConstant pattern) => Of(pattern, pattern.Value.AsSpan().IndexOfAny(Many, One) >= 0);

    // Two questions that differ in case alone are one where case does not count.
    private static TextQuestion Of(TextConstant text, bool isPattern) =>
        new(text.Exactly ? text.Value : text.Value.ToUpperInvariant(), text.Exactly, isPattern);
}
