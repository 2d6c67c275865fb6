namespace RgPolicy.Language.Analysis.Samples;

/// <summary>Reads a text character by character and knows whether it matches a pattern; a state is a
/// set of places in it.</summary>
internal sealed class PatternAutomaton
{
    private const int BitsPerWord = 64;

    private readonly PatternText _pattern;

    public PatternAutomaton(PatternText pattern)
    {
        _pattern = pattern;
        Start = Empty();
        Add(Start, 0);
    }

    /// <summary>The state before the first character: a bit for each place.</summary>
    public ulong[] Start { get; }

    /// <summary>How many places a look at a state costs.</summary>
    public int Length => _pattern.Length + 1;

    public bool Accepts(ulong[] state) => Has(state, _pattern.Length);

    /// <summary>Reads a letter, of one unit or two.</summary>
    public ulong[] Read(ulong[] state, string letter)
    {
        var upper = letter.ToUpperInvariant();
        for (var unit = 0; unit < letter.Length; unit++)
        {
            state = Read(state, letter[unit], upper[unit]);
        }

        return state;
    }

    private ulong[] Read(ulong[] state, char character, char upper)
    {
        var next = Empty();
        for (var place = 0; place < _pattern.Length; place++)
        {
            if (!Has(state, place))
            {
                continue;
            }

            if (_pattern.IsMany(place))
            {
                Add(next, place);
            }
            else if (_pattern.Matches(place, character, upper))
            {
                Add(next, place + 1);
            }
        }

        return next;
    }

    private static bool Has(ulong[] state, int place) =>
        ((state[place / BitsPerWord] >> (place % BitsPerWord)) & 1) == 1;

    private ulong[] Empty() => new ulong[(_pattern.Length / BitsPerWord) + 1];

    /// <summary>Adds a place, and those behind it that are reached without a character: behind a <c>%</c>.</summary>
    private void Add(ulong[] state, int place)
    {
        while (!Has(state, place))
        {
            state[place / BitsPerWord] |= 1UL << (place % BitsPerWord);
            if (place == _pattern.Length || !_pattern.IsMany(place))
            {
                return;
            }

            place++;
        }
    }
}
