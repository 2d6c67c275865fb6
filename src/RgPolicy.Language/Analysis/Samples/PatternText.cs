using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>The pattern of a <c>like</c>.</summary>
internal sealed class PatternText(TextPattern pattern)
{
    private readonly string _text = pattern.Units;
    private readonly string _upper = pattern.Units.ToUpperInvariant(); // As a whole: some letters are two units.

    public int Length => _text.Length;

    /// <summary>True where case counts.</summary>
    public bool IsExact => pattern.Exactly;

    /// <summary>The question whether a text matches, and the pattern as the policy writes it.</summary>
    public (TextQuestion Question, string Written) Question => (TextQuestion.Pattern(pattern), _text);

    /// <summary>True when the pattern names a character in either case.</summary>
    /// <param name="upper">The character in upper case.</param>
    public bool Names(char upper) =>
        _text.Any(unit => !TextPattern.IsWildcard(unit) && char.ToUpperInvariant(unit) == upper);

    /// <summary>True for a place that takes any number of characters.</summary>
    private bool IsMany(int place) => _text[place] == TextPattern.Many;

    /// <summary>True when the place, which takes one, takes this character.</summary>
    /// <param name="place">The place.</param>
    /// <param name="actual">The character.</param>
    /// <param name="upper">The same of its text in upper case.</param>
    private bool Matches(int place, char actual, char upper)
    {
        var wanted = _text[place];
        return wanted == TextPattern.One || wanted == actual || (!pattern.Exactly && _upper[place] == upper);
    }

    /// <summary>True when a text matches. Goes back to the last <c>%</c> alone, so it costs no more than the product of
    /// both lengths.</summary>
    public bool IsMatch(string text)
    {
        var (at, place, many, resume) = (0, 0, -1, 0);
        var upper = text.ToUpperInvariant();
        while (at < text.Length)
        {
            if (place < _text.Length && IsMany(place))
            {
                (many, resume) = (place++, at);
            }
            else if (place < _text.Length && Matches(place, text[at], upper[at]))
            {
                at++;
                place++;
            }
            else if (many >= 0)
            {
                (place, at) = (many + 1, ++resume);
            }
            else
            {
                return false;
            }
        }

        return _text.AsSpan(place).TrimStart(TextPattern.Many).IsEmpty;
    }

    /// <summary>Two texts that match it.</summary>
    /// <param name="fresh">A character for the places that take any.</param>
    public IEnumerable<string> Examples(char fresh) =>
        [
            string.Concat(_text.Where(unit => unit != TextPattern.Many)).Replace(TextPattern.One, fresh),
            _text.Replace(TextPattern.One, fresh).Replace(TextPattern.Many, fresh),
        ];
}
