using RgPolicy.Language.Conditions;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>How a text constant is compared.</summary>
internal static class TextComparison
{
    public static StringComparison Comparison(this TextConstant constant) =>
        constant.Exactly ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase;
}
