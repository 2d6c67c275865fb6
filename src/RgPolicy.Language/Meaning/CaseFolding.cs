using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Meaning;

/// <summary>
/// Texts of policies that a server compares as RgPolicy does, by their letters' capitals: a letter has
/// one capital and that one small letter, and both have been known for long. Others, such as the long s or a dotless i,
/// have another capital on another system.
/// </summary>
public static class CaseFolding
{
    // Letters with case that collations of SQL Server know whatever their version: Latin, Greek,
    // Cyrillic; then Armenian.
    private const char AfterCyrillic = '\u0514';
    private const char FirstArmenian = '\u0531';
    private const char LastArmenian = '\u0586';

    // A capital I with a dot, a small one without, the long s, the sign of kelvin: ASCII letters on some systems.
    private const string NearAscii = "\u0130\u0131\u017F\u212A";

    /// <summary>True where a server's answer about the text is RgPolicy's: where case counts nothing is
    /// folded.</summary>
    public static bool IsPlain(TextConstant text) => text.Exactly || text.Value.All(IsPlain);

    private static bool IsPlain(char letter)
    {
        if (char.IsAscii(letter))
            return true;

        var (capital, small) = (char.ToUpperInvariant(letter), char.ToLowerInvariant(letter));
        return !char.IsSurrogate(letter)
            && !NearAscii.Contains(letter, StringComparison.Ordinal)
            && (
                capital == small
                || (
                    IsKnownForLong(letter)
                    && char.ToLowerInvariant(capital) == small
                    && char.ToUpperInvariant(small) == capital
                )
            );
    }

    private static bool IsKnownForLong(char letter) =>
        letter is < AfterCyrillic or (>= FirstArmenian and <= LastArmenian);
}
