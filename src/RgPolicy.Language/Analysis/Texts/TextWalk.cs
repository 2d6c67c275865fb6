using System.Runtime.InteropServices;
using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Texts;

/// <summary>
/// Finds what texts there can be: a walk through the automaton of all questions at once, shortest texts
/// first, over the letters that a question minds and one that none does. Where it ends, no text has
/// other answers than those found.
/// </summary>
internal sealed class TextWalk(PlaceTable table, WorkBudget? budget = null)
{
    private const int MostStates = 4_000;
    private const int MostSteps = 600_000;
    private const int StepsPerPlace = 40;
    private const string Likely = "xyzqjkvw0123456789";
    private const char FirstOther = '\u4E00';

    private readonly PlaceSets _sets = new(table);
    private readonly List<(int[] Places, int Before, string Letter)> _states = [];
    private readonly HashSet<int[]> _seen = new(PlaceComparer.Instance);
    private readonly Dictionary<int[], TextCell> _cells = new(PlaceComparer.Instance);
    private readonly string _fresh = Fresh(table.Units().Contains).ToString();
    private long _steps;

    private static char Fresh(Func<char, bool> isTaken)
    {
        foreach (var likely in Likely)
        {
            if (!isTaken(char.ToUpperInvariant(likely)))
                return likely;
        }

        var other = FirstOther;
        while (isTaken(other))
        {
            other++; // No policy names every character.
        }

        return other;
    }

    /// <summary>The cells; null where the walk is too long. One over names alone is no longer than they are.</summary>
    public IReadOnlyCollection<TextCell>? Run()
    {
        var most = Math.Max(MostSteps, (long)table.Count * StepsPerPlace);
        Enter(_sets.Start(), -1, "");
        for (var at = 0; at < _states.Count; at++)
        {
            var isLong = _states.Count > MostStates + table.Count || _steps > most || budget?.IsSpent == true;
            if (isLong && table.HasWildcards)
                return null;

            Read(at);
        }

        return _cells.Values;
    }

    private void Enter(int[] places, int before, string letter)
    {
        _steps += places.Length + 1;
        budget?.Scan(places.Length);
        if (!_seen.Add(places))
            return;

        _states.Add((places, before, letter));
        int[] yes = [.. places.Where(place => table.Kind(place) == PlaceKind.End).Select(table.Question)];
        if (!_cells.ContainsKey(yes))
            _cells[yes] = new TextCell(Text(_states.Count - 1), yes);
    }

    private string Text(int state)
    {
        var letters = new Stack<string>();
        for (; state >= 0; state = _states[state].Before)
            letters.Push(_states[state].Letter);

        return string.Concat(letters);
    }

    private void Read(int at)
    {
        var places = _states[at].Places;
        _steps += places.Length;
        Enter(Read(places, _fresh), at, _fresh);
        foreach (var letter in ByLetter(places).SelectMany(Cases))
            Enter(Read(places, letter), at, letter);
    }

    /// <summary>The places that mind the next letter, by the letter whatever its case.</summary>
    private Dictionary<int, List<int>>.ValueCollection ByLetter(int[] places)
    {
        var byLetter = new Dictionary<int, List<int>>();
        foreach (var place in places)
        {
            if (table.Kind(place) == PlaceKind.Letter)
                (CollectionsMarshal.GetValueRefOrAddDefault(byLetter, table.LetterKey(place), out _) ??= []).Add(place);
        }

        return byLetter.Values;
    }

    /// <summary>The letter's ways to be written that some place tells from the others.</summary>
    private IEnumerable<string> Cases(List<int> asking)
    {
        var first = table.Letter(asking[0]);
        var exact = asking.Where(table.IsExact).Select(table.Letter).Distinct(StringComparer.Ordinal).ToList();
        if (exact.Count == 0)
            return [first];

        var other = asking.TrueForAll(table.IsExact)
            ? null
            : LetterCases.Of(first).FirstOrDefault(letter => !exact.Contains(letter));
        return other is null ? exact : exact.Append(other);
    }

    private int[] Read(int[] places, string letter)
    {
        var upper = letter.ToUpperInvariant();
        for (var unit = 0; unit < letter.Length; unit++)
        {
            _steps += letter.Length > 1 ? places.Length : 0;
            places = _sets.Read(places, letter[unit], upper[unit]);
        }

        return places;
    }
}

/// <summary>All texts for which the questions have the same answers.</summary>
/// <param name="Sample">The shortest of them.</param>
/// <param name="Yes">The numbers of the questions with the answer yes, rising.</param>
internal sealed record TextCell(string Sample, int[] Yes);

/// <summary>Lists of numbers are equal where their numbers are.</summary>
internal sealed class PlaceComparer : IEqualityComparer<int[]>
{
    public static PlaceComparer Instance { get; } = new();

    public bool Equals(int[]? x, int[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(int[] obj)
    {
        var hash = obj.Length;
        foreach (var number in obj)
            hash = (hash * 31) + number;

        return hash;
    }
}
