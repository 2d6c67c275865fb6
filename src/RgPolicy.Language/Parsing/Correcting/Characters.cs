namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Characters that look like those of the language, come out of word processors, or are not
/// seen at all.</summary>
internal static class Characters
{
    private const string Quotes =
        "\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u201F\u00AB\u00BB\u2039\u203A\u00B4\u2032\u2033\u300C\u300D\u300E\u300F\u301D\u301E\u301F\uFF02\uFF07";
    private const string Dashes = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63";
    private const string Arrows = "\u2192\u21D2\u27F6\u27F9\u2794\u279C\u27A1\u2B62\u21A6";

    /// <summary>What a character that means nothing stands for; empty for one that is not seen, null
    /// when that is not known.</summary>
    public static string? Meant(Rune rune) =>
        rune.Value switch
        {
            0x2264 or 0x2A7D => "<=",
            0x2265 or 0x2A7E => ">=",
            0x2260 => "!=",
            0xD7 => "*",
            0xF7 or 0x2215 or 0x2044 => "/",
            0x2026 => "..",
            0x2227 => " and ",
            0x2228 => " or ",
            0xAC => " not ",
            0x2208 => " in ",
            0x37E => "",
            >= 0xFF01 and <= 0xFF5E => ((char)(rune.Value - 0xFEE0)).ToString(),
            var value when value <= 0xFFFF && Dashes.Contains((char)value, StringComparison.Ordinal) => "-",
            var value when value <= 0xFFFF && Arrows.Contains((char)value, StringComparison.Ordinal) => "->",
            _ when Rune.GetUnicodeCategory(rune) == UnicodeCategory.DecimalDigitNumber => (
                (int)Rune.GetNumericValue(rune)
            ).ToString(CultureInfo.InvariantCulture),
            _ when IsUnseen(rune) => "",
            _ when Rune.IsWhiteSpace(rune) => " ",
            _ => null,
        };

    /// <summary>True for a quote that only typesetting knows.</summary>
    public static bool IsQuote(char character) =>
        Quotes.Contains(character, StringComparison.Ordinal)
        || char.GetUnicodeCategory(character)
            is UnicodeCategory.InitialQuotePunctuation
                or UnicodeCategory.FinalQuotePunctuation;

    /// <summary>True for a character that takes no room and shows nothing.</summary>
    public static bool IsUnseen(Rune rune) =>
        Rune.GetUnicodeCategory(rune) is UnicodeCategory.Format or UnicodeCategory.NonSpacingMark
        || rune.Value is 0x115F or 0x1160 or 0x3164 or 0xFFA0;

    public static string Name(Rune rune) =>
        IsUnseen(rune) || Rune.IsControl(rune) || Rune.IsWhiteSpace(rune)
            ? $"The invisible character {CodePoint(rune)}"
            : $"`{rune}` ({CodePoint(rune)})";

    /// <summary>The name of the character that a text begins with, or the text itself where it is plain.</summary>
    public static string Named(string text) =>
        !Rune.TryGetRuneAt(text, 0, out var rune)
            ? string.Create(CultureInfo.InvariantCulture, $"The character U+{(int)text[0]:X4}")
        : rune.IsAscii && !Rune.IsControl(rune) ? $"`{text.Trim()}`"
        : Name(rune);

    /// <summary>Its code point, such as <c>U+2192</c>.</summary>
    public static string CodePoint(Rune rune) => "U+" + rune.Value.ToString("X4", CultureInfo.InvariantCulture);
}
