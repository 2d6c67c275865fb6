using RgPolicy.Language.Conditions;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>
/// Matches texts with a pattern of <c>like</c>. It goes back to the last <c>%</c> only, so the time is bounded by
/// length of text times length of pattern, whatever the pattern.
/// </summary>
internal sealed class LikePattern(TextPattern pattern)
{
    // As a whole: letters outside the basic plane are two units, of which one alone has no case.
    private readonly string _pattern = pattern.Exactly ? pattern.Units : pattern.Units.ToUpperInvariant();

    public bool Matches(string text)
    {
        int at = 0,
            read = 0,
            afterPercent = -1,
            retryAt = 0;
        while (at < text.Length)
        {
            if (read < _pattern.Length && _pattern[read] == TextPattern.Many)
            {
                afterPercent = ++read;
                retryAt = at;
            }
            else if (read < _pattern.Length && MatchesUnit(_pattern[read], text, at))
            {
                read++;
                at++;
            }
            else if (afterPercent >= 0)
            {
                read = afterPercent;
                at = ++retryAt;
            }
            else
            {
                return false;
            }
        }

        return _pattern.AsSpan(read).IndexOfAnyExcept(TextPattern.Many) < 0;
    }

    private bool MatchesUnit(char wanted, string text, int at) =>
        wanted == TextPattern.One || wanted == text[at] || (!pattern.Exactly && wanted == Upper(text, at));

    private static char Upper(string text, int at)
    {
        if (!char.IsSurrogate(text[at]))
            return char.ToUpperInvariant(text[at]);

        var first = char.IsLowSurrogate(text[at]) ? at - 1 : at;
        if (first < 0 || !Rune.TryGetRuneAt(text, first, out var letter) || letter.IsBmp)
            return text[at];

        Span<char> units = stackalloc char[2];
        Rune.ToUpperInvariant(letter).EncodeToUtf16(units);
        return units[at - first];
    }
}
