namespace RgPolicy.Language.Analysis.Space;

/// <summary>The ways to write one text in upper and lower case.</summary>
internal static class Casings
{
    /// <summary>A casing of the text that is none of the given ones, or null; the text itself comes first.</summary>
    public static string? FindOther(string text, IReadOnlyCollection<string> given)
    {
        // One more casing than there are given ones is enough, so only the last few letters change.
        var (letters, casings) = LastLetters(text, given.Count + 1L);
        var known = given.ToHashSet(StringComparer.Ordinal);
        for (var number = 0L; number < Math.Min(casings, given.Count + 1L); number++)
        {
            var candidate = Write(text, letters, number);
            if (!known.Contains(candidate))
            {
                return candidate;
            }
        }

        return null;
    }

    /// <summary>The ways to write a text in upper and lower case, the text itself first; no more than a
    /// number of them.</summary>
    /// <param name="text">The text.</param>
    /// <param name="most">So many at the most.</param>
    /// <param name="isAll">True when these are all.</param>
    public static IEnumerable<string> Of(string text, int most, out bool isAll)
    {
        var (letters, casings) = LastLetters(text, most + 1L);
        isAll = casings <= most;
        return Enumerable.Range(0, (int)Math.Min(casings, most)).Select(number => Write(text, letters, number));
    }

    /// <summary>The last letters that have several casings, from the end, until they make as many as wanted.</summary>
    private static (List<(int Start, string[] Variants)> Letters, long Casings) LastLetters(string text, long wanted)
    {
        var letters = new List<(int, string[])>();
        var casings = 1L;
        for (var end = text.Length; end > 0 && casings < wanted; )
        {
            var start = end > 1 && char.IsSurrogatePair(text[end - 2], text[end - 1]) ? end - 2 : end - 1;
            if (Variants(text[start..end]) is { Length: > 1 } variants)
            {
                letters.Add((start, variants));
                casings *= variants.Length;
            }

            end = start;
        }

        return (letters, casings);
    }

    /// <summary>The casing of a number: the last letter changes fastest.</summary>
    private static string Write(string text, List<(int Start, string[] Variants)> letters, long number)
    {
        var casing = text.ToCharArray();
        foreach (var (start, variants) in letters)
        {
            variants[number % variants.Length].CopyTo(0, casing, start, variants[0].Length);
            number /= variants.Length;
        }

        return new string(casing);
    }

    private static string[] Variants(string unit)
    {
        string[] variants = [unit, unit.ToUpperInvariant(), unit.ToLowerInvariant()];
        return
        [
            .. variants
                .Distinct(StringComparer.Ordinal)
                .Where(variant => string.Equals(variant, unit, StringComparison.OrdinalIgnoreCase)),
        ];
    }
}
