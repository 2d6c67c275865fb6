namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>
/// A pattern of <c>like</c>: <c>%</c> any text, <c>_</c> one UTF-16 unit. Matching goes back to the last <c>%</c> only,
/// so the time is bounded by length of text times length of pattern, whatever the pattern.
/// </summary>
internal sealed class LikePattern(string pattern, bool exactly)
{
    private readonly char[] _pattern =
        exactly ? pattern.ToCharArray() : Array.ConvertAll(pattern.ToCharArray(), char.ToUpperInvariant);

    public bool Matches(string text)
    {
        int at = 0, read = 0, afterPercent = -1, retryAt = 0;
        while (at < text.Length)
        {
            if (read < _pattern.Length && _pattern[read] == '%')
            {
                afterPercent = ++read;
                retryAt = at;
            }
            else if (read < _pattern.Length && MatchesUnit(_pattern[read], text[at]))
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

        return _pattern.AsSpan(read).IndexOfAnyExcept('%') < 0;
    }

    private bool MatchesUnit(char wanted, char actual) =>
        wanted == '_' || wanted == actual || (!exactly && wanted == char.ToUpperInvariant(actual));
}
