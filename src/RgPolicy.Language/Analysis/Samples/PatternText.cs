using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>The pattern of a <c>like</c>.</summary>
internal sealed class PatternText(TextConstant pattern)
{
    private const char Many = '%';
    private const char One = '_';

    private readonly string _text = pattern.Value;

    public int Length => _text.Length;

    /// <summary>The characters that the pattern names.</summary>
    public IEnumerable<char> Characters => _text.Where(character => character is not (Many or One));

    /// <summary>True when the pattern names a character in either case.</summary>
    /// <param name="upper">The character in upper case.</param>
    public bool Names(char upper)
    {
        foreach (var character in _text)
        {
            if (character is not (Many or One) && char.ToUpperInvariant(character) == upper)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>True for a place that takes any number of characters.</summary>
    public bool IsMany(int place) => _text[place] == Many;

    /// <summary>True when the place, which takes one, takes this character.</summary>
    public bool Matches(int place, char actual)
    {
        var wanted = _text[place];
        return wanted == One || wanted == actual
            || (!pattern.Exactly && char.ToUpperInvariant(wanted) == char.ToUpperInvariant(actual));
    }

    /// <summary>True when a text matches. Goes back to the last <c>%</c> alone, so it costs no more than the product of both lengths.</summary>
    public bool IsMatch(string text)
    {
        var (at, place, many, resume) = (0, 0, -1, 0);
        while (at < text.Length)
        {
            if (place < _text.Length && IsMany(place))
            {
                (many, resume) = (place++, at);
            }
            else if (place < _text.Length && Matches(place, text[at]))
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

        return _text.AsSpan(place).TrimStart(Many).IsEmpty;
    }

    /// <summary>Two texts that match it.</summary>
    /// <param name="fresh">A character for the places that take any.</param>
    public IEnumerable<string> Examples(char fresh) =>
        [_text.Replace(One, fresh).Replace("%", "", StringComparison.Ordinal), _text.Replace(One, fresh).Replace(Many, fresh)];
}
