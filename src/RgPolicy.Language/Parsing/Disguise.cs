using RgPolicy.Language.Parsing.Correcting;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing;

/// <summary>A word of the language that is written with letters of another alphabet, of double width or
/// joined by typesetting.</summary>
internal sealed record Disguise(string Plain, string Message)
{
    /// <summary>The word that a text looks like, if it is a known one and not written as such.</summary>
    public static Disguise? Of(string text, Func<string, bool> isKnown)
    {
        if (Ascii.IsValid(text))
            return null;

        var plain = Unjoined(text).Normalize(NormalizationForm.FormKC);
        plain = Scripts.LookAlike(plain) ?? plain;
        var letter = text.EnumerateRunes().First(rune => !rune.IsAscii);
        return isKnown(plain)
            ? new Disguise(
                plain,
                $"`{TokenText.Clip(text)}` holds `{letter}` ({Characters.CodePoint(letter)}), which only looks like a "
                    + $"letter of `{plain}`: write `{plain}`."
            )
            : null;
    }

    // Without the system's tables of characters, nothing is normalized.
    private static string Unjoined(string text) =>
        string.Concat(
            text.Select(letter =>
                letter switch
                {
                    '\uFB00' => "ff",
                    '\uFB01' => "fi",
                    '\uFB02' => "fl",
                    '\uFB03' => "ffi",
                    '\uFB04' => "ffl",
                    '\uFB05' or '\uFB06' => "st",
                    >= '\uFF10' and <= '\uFF5A' => ((char)(letter - 0xFEE0)).ToString(),
                    _ => letter.ToString(),
                }
            )
        );
}
