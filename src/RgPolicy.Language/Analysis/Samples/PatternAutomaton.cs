using System.Numerics;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>Reads a text character by character and knows whether it matches a pattern; a state is a set of places in it.</summary>
internal sealed class PatternAutomaton
{
    private const char Many = '%';
    private const char One = '_';

    private readonly string _pattern;
    private readonly bool _exactly;

    private PatternAutomaton(string pattern, bool exactly)
    {
        _pattern = pattern;
        _exactly = exactly;
        Start = Skip(BigInteger.One);
    }

    /// <summary>The state before the first character.</summary>
    public BigInteger Start { get; }

    /// <summary>The characters that the pattern names.</summary>
    public IEnumerable<char> Characters => _pattern.Where(character => character is not (Many or One));

    /// <summary>For <c>like</c>.</summary>
    public static PatternAutomaton OfPattern(string pattern, bool exactly) => new(pattern, exactly);

    /// <summary>Two texts that match it.</summary>
    /// <param name="fresh">A character for the places that take any.</param>
    public IEnumerable<string> Examples(char fresh) =>
        [_pattern.Replace(One, fresh).Replace("%", "", StringComparison.Ordinal), _pattern.Replace(One, fresh).Replace(Many, fresh)];

    public bool Accepts(BigInteger state) => !((state >> _pattern.Length) & 1).IsZero;

    public BigInteger Read(BigInteger state, char character)
    {
        var next = BigInteger.Zero;
        for (var place = 0; place < _pattern.Length; place++)
        {
            if (((state >> place) & 1).IsZero)
            {
                continue;
            }

            var isMany = _pattern[place] == Many;
            if (isMany || Matches(_pattern[place], character))
            {
                next |= BigInteger.One << (isMany ? place : place + 1);
            }
        }

        return Skip(next);
    }

    private bool Matches(char wanted, char actual) =>
        wanted == One || wanted == actual
        || (!_exactly && char.ToUpperInvariant(wanted) == char.ToUpperInvariant(actual));

    /// <summary>The place behind a <c>%</c> is reached without a character.</summary>
    private BigInteger Skip(BigInteger state)
    {
        for (var place = 0; place < _pattern.Length; place++)
        {
            if (_pattern[place] == Many && !((state >> place) & 1).IsZero)
            {
                state |= BigInteger.One << (place + 1);
            }
        }

        return state;
    }
}
