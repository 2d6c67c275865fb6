using System.Buffers;

namespace RgPolicy.Language.Text;

/// <summary>What is known of alphabets: the three that are mistaken for each other, by the Unicode
/// blocks of their letters.</summary>
internal static class Scripts
{
    // Cyrillic and Greek letters, and the Latin ones that they look like (Unicode confusables, the common ones).
    private const string Foreign =
        "\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04BB\u0501\u051B\u051D"
        + "\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405"
        + "\u03BF\u03BD\u03C1\u03B1\u03B9\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7";

    private const string Latin = "aeopcyxijshdqw" + "ABEKMHOPCTYXIJS" + "ovpaiABEZHIKMNOPTYX";

    /// <summary>Marks that embed, override or isolate a direction.</summary>
    public static SearchValues<char> DirectionMarks { get; } =
        SearchValues.Create("\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C");

    /// <summary>The plain name that a name with foreign letters looks like, or null when it has letters
    /// of its own.</summary>
    public static string? LookAlike(string name)
    {
        var plain = name.ToCharArray();
        for (var index = 0; index < plain.Length; index++)
        {
            var place = Foreign.IndexOf(plain[index], StringComparison.Ordinal);
            plain[index] = place >= 0 ? Latin[place] : plain[index];
        }

        var text = new string(plain);
        return text != name && Ascii.IsValid(text) ? text : null;
    }

    /// <summary>True when the letters are of more than one of the Latin, Greek and Cyrillic alphabets.</summary>
    public static bool IsMixed(string name) =>
        name.Select(AlphabetOf).Where(alphabet => alphabet > 0).Distinct().Skip(1).Any();

    private static int AlphabetOf(char letter) =>
        letter switch
        {
            >= 'A' and <= 'Z' or >= 'a' and <= 'z' or >= '\u00C0' and <= '\u024F' or >= '\u1E00' and <= '\u1EFF' => 1,
            >= '\u0370' and <= '\u03FF' or >= '\u1F00' and <= '\u1FFF' => 2,
            >= '\u0400' and <= '\u052F' => 3,
            _ => 0,
        };
}
