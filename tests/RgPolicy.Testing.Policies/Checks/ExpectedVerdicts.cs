using RgPolicy.Testing.Policies.Text;
using RgPolicy.Testing.Policies.Truth;

namespace RgPolicy.Testing.Policies.Checks;

/// <summary>The verdicts on a policy's classes by counting through every case, straight from the words
/// of the language reference.</summary>
internal sealed class ExpectedVerdicts
{
    private readonly PlainPolicy _policy;
    private readonly bool[][] _matches;
    private readonly bool[] _isKnown;

    public ExpectedVerdicts(PlainPolicy policy)
    {
        _policy = policy;
        Universe = new Universe(policy);
        _matches =
        [
            .. policy.Classes.Select(item => Array.ConvertAll(Universe.Evaluate(item.Condition), value => value == 2)),
        ];
        _isKnown = Universe.Known(null);
    }

    public Universe Universe { get; }

    /// <summary>The codes of a class, RG3006 apart, in rising order.</summary>
    public IEnumerable<string> Codes(int index)
    {
        if (Enumerable.Range(0, index).Any(IsAlwaysTrue))
            yield break;

        var state = State(index);
        if (state is not null)
            yield return state;
        else if (IsRedundant(index))
            yield return "RG3004";

        if (IsAlwaysTrue(index))
            yield return "RG3005";
    }

    /// <summary>RG3001, RG3002, RG3003, RG3008 or null.</summary>
    public string? State(int index)
    {
        var own = _matches[index];
        if (!own.Contains(true))
            return "RG3001";

        if (Enumerable.Range(0, index).Any(above => Covers([above], index)))
            return "RG3002";

        if (Covers(Enumerable.Range(0, index), index))
            return "RG3003";

        return IsLeft(index, _isKnown) ? null : "RG3008";
    }

    /// <summary>True when some query comes to the class while these signals are known.</summary>
    public bool IsLeftWhileKnown(int index, IReadOnlyCollection<string> signals) =>
        IsLeft(index, Universe.Known(signals));

    /// <summary>True when these classes together match wherever this one does.</summary>
    public bool Covers(IEnumerable<int> above, int index)
    {
        var classes = above.ToList();
        return Points(index).All(point => classes.Exists(other => _matches[other][point]));
    }

    public bool IsAlwaysTrue(int index) => Array.TrueForAll(_matches[index], matches => matches);

    /// <summary>True when something falls to the default.</summary>
    public bool HasRest() => Enumerable.Range(0, Universe.Size).Any(point => !_matches.Any(matches => matches[point]));

    /// <summary>True when without the class every query would get the same pool, and none loses its name; of one that
    /// takes no query too.</summary>
    public bool IsRedundant(int index) =>
        !GovernsByName(index)
        && TakenPoints(index)
            .All(point =>
            {
                var below = Enumerable
                    .Range(index + 1, _policy.Classes.Count - index - 1)
                    .Where(other => _matches[other][point]);
                return below.Select(other => _policy.Classes[other].Pool).DefaultIfEmpty(_policy.DefaultPool).First()
                    == _policy.Classes[index].Pool;
            });

    /// <summary>True when some query would not be governed at all without the class.</summary>
    private bool GovernsByName(int index) =>
        PlainNames
            .Of(_policy.Classes[index].Condition)
            .Any(name =>
                name == "writers"
                || !_policy
                    .Classes.Where((_, other) => other != index)
                    .Any(other => PlainNames.Of(other.Condition).Contains(name, StringComparer.Ordinal))
            );

    private IEnumerable<int> Points(int index) =>
        Enumerable.Range(0, Universe.Size).Where(point => _matches[index][point]);

    private IEnumerable<int> TakenPoints(int index) =>
        Points(index).Where(point => !Enumerable.Range(0, index).Any(above => _matches[above][point]));

    private bool IsLeft(int index, bool[] known) => TakenPoints(index).Any(point => known[point]);
}
