using System.Collections.Frozen;

namespace RgPolicy.Language.Analysis.Texts;

/// <summary>The ways to write one letter: all that are equal where case does not count, as the
/// classifier compares.</summary>
internal static class LetterCases
{
    private const int LastWithCase = 0x1FFFF; // The planes that have letters with two cases.

    private static readonly Lazy<FrozenDictionary<string, string[]>> ByUpper = new(Read);

    /// <summary>All ways; the given one comes first.</summary>
    public static string[] Of(string letter) =>
        ByUpper.Value.TryGetValue(letter.ToUpperInvariant(), out var cases)
            ? [letter, .. cases.Where(other => other != letter)]
            : [letter];

    private static FrozenDictionary<string, string[]> Read()
    {
        var cases = new Dictionary<string, List<string>>(StringComparer.Ordinal);
        for (var point = 0; point <= LastWithCase; point++)
        {
            if (
                Rune.IsValid(point)
                && new Rune(point) is var letter
                && Rune.ToUpperInvariant(letter) is var upper
                && upper != letter
            )
            {
                var key = upper.ToString();
                if (!cases.TryGetValue(key, out var others))
                    cases[key] = others = [key];

                others.Add(letter.ToString());
            }
        }

        return cases.ToFrozenDictionary(pair => pair.Key, pair => pair.Value.ToArray(), StringComparer.Ordinal);
    }
}
