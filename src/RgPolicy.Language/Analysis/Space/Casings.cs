using System.Text;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>The ways to write one text in upper and lower case.</summary>
internal static class Casings
{
    /// <summary>A casing of the text that is none of the given ones, or null; the text itself comes first.</summary>
    public static string? FindOther(string text, IReadOnlyCollection<string> given)
    {
        IEnumerable<string> found = [""];
        foreach (var rune in Units(text))
        {
            // One more than there are given ones is enough.
            found = found.SelectMany(start => Variants(rune).Select(variant => start + variant)).Take(given.Count + 1).ToList();
        }

        return found.FirstOrDefault(candidate => !given.Contains(candidate, StringComparer.Ordinal));
    }

    private static IEnumerable<string> Variants(string unit)
    {
        string[] variants = [unit, unit.ToUpperInvariant(), unit.ToLowerInvariant()];
        return variants.Distinct(StringComparer.Ordinal)
            .Where(variant => string.Equals(variant, unit, StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>The text in characters; a surrogate without its other half is one of its own.</summary>
    private static IEnumerable<string> Units(string text)
    {
        for (var index = 0; index < text.Length;)
        {
            var length = Rune.TryGetRuneAt(text, index, out var rune) ? rune.Utf16SequenceLength : 1;
            yield return text.Substring(index, length);
            index += length;
        }
    }
}
