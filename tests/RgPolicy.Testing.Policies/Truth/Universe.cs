using NodaTime;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Testing.Policies.Truth;

/// <summary>
/// Every case that a policy's questions can tell apart, one after the other.
/// </summary>
internal sealed class Universe
{
    private readonly List<Variable> _variables = [];
    private readonly Dictionary<string, int[]> _digits = new(StringComparer.Ordinal);

    public Universe(PlainPolicy policy)
    {
        var atoms = policy.Classes.SelectMany(item => Atoms(item.Condition)).ToList();
        foreach (var group in atoms.GroupBy(atom => atom.Signal))
            _variables.Add(new Variable(group.Key.Name, Candidates.Of(group.Key, [.. group])));

        Size = _variables.Aggregate(1, (size, variable) => size * variable.Candidates.Count);
        var step = 1;
        foreach (var variable in _variables)
        {
            var digits = new int[Size];
            for (var point = 0; point < Size; point++)
                digits[point] = point / step % variable.Candidates.Count;

            _digits[variable.Name] = digits;
            step *= variable.Candidates.Count;
        }
    }

    public int Size { get; }

    /// <summary>The value of a condition at every point: 0 false, 1 unknown, 2 true.</summary>
    public byte[] Evaluate(PlainCondition condition)
    {
        switch (condition)
        {
            case PlainNot not:
                return Array.ConvertAll(Evaluate(not.Operand), value => (byte)(2 - value));
            case PlainAll all:
                return all.Operands.Select(Evaluate).Aggregate((left, right) => Join(left, right, all.IsAnd));
            case PlainAtom atom:
                return Evaluate(atom);
            default:
                throw new InvalidOperationException(condition.ToString());
        }
    }

    /// <summary>At every point whether these signals are known; null for all signals.</summary>
    public bool[] Known(IReadOnlyCollection<string>? signals)
    {
        var known = Enumerable.Repeat(true, Size).ToArray();
        foreach (
            var variable in _variables.Where(variable =>
                signals is null || signals.Contains(variable.Name, StringComparer.Ordinal)
            )
        )
        {
            for (var point = 0; point < Size; point++)
                known[point] &= variable.Candidates[_digits[variable.Name][point]] is not null;
        }

        return known;
    }

    /// <summary>A random query with real values.</summary>
    public Query Draw(Random random)
    {
        var values = new Dictionary<string, object>(StringComparer.Ordinal);
        var at = Instant.FromUtc(2024, 1, 1, 0, 0);
        foreach (var variable in _variables)
        {
            var value = variable.Candidates[random.Next(variable.Candidates.Count)];
            if (value is Instant moment)
                at = moment;
            else if (value is not null)
                values[variable.Name] = value;
        }

        return new Query(values, at);
    }

    private static IEnumerable<PlainAtom> Atoms(PlainCondition condition) =>
        condition switch
        {
            PlainNot not => Atoms(not.Operand),
            PlainAll all => all.Operands.SelectMany(Atoms),
            _ => [(PlainAtom)condition],
        };

    private static byte[] Join(byte[] left, byte[] right, bool isAnd)
    {
        var joined = new byte[left.Length];
        for (var point = 0; point < joined.Length; point++)
            joined[point] = isAnd ? Math.Min(left[point], right[point]) : Math.Max(left[point], right[point]);

        return joined;
    }

    private byte[] Evaluate(PlainAtom atom)
    {
        var digits = _digits[atom.Signal.Name];
        var candidates = _variables.First(variable => variable.Name == atom.Signal.Name).Candidates;
        var truths = candidates.Select(value => Truth(atom, value)).ToArray();
        return Array.ConvertAll(digits, digit => truths[digit]);
    }

    private static byte Truth(PlainAtom atom, object? value)
    {
        if (atom.Kind == AtomKind.Known)
            return (byte)(value is null ? 0 : 2);

        if (value is null)
            return 1;

        var isTrue = atom.Window is { } window
            ? PlainQuestions.IsOpen(window, (Instant)value)
            : PlainQuestions.Answer(atom, value);
        return (byte)(isTrue ? 2 : 0);
    }
}
