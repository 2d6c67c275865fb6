using RgPolicy.Language.Conditions;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>What conditions ask, sorted by signal: the stuff that axes are made of.</summary>
internal sealed class AskedQuestions
{
    private readonly SortedDictionary<int, List<Constant>> _constants = [];
    private readonly List<LikeCondition> _patterns = [];

    public AskedQuestions(IEnumerable<Condition> conditions)
    {
        var parts = conditions.SelectMany(condition => condition.Walk(isNegated: true)).ToList();
        parts.OfType<AtomCondition>().ToList().ForEach(Collect);
        Windows = [.. parts.OfType<DuringCondition>().Select(during => during.Window).Distinct()];
        Patterns = [.. _patterns.DistinctBy(like => (like.Signal.Ordinal, like.Pattern))];
    }

    public IEnumerable<Signal> Signals => _constants.Keys.Select(ordinal => SignalCatalog.All[ordinal]);

    public ImmutableArray<Window> Windows { get; }

    public ImmutableArray<LikeCondition> Patterns { get; }

    public IEnumerable<(Signal Signal, IEnumerable<TextConstant> Members)> Members =>
        from entry in _constants
        let signal = SignalCatalog.All[entry.Key]
        where signal.Type == SignalType.Set
        select (signal, entry.Value.OfType<TextConstant>());

    /// <summary>The values of a signal, apart by what is asked of it.</summary>
    public Axis Axis(Signal signal, TargetProfile? host)
    {
        if (host?.FactOf(signal) is { } fact)
            return new NumberAxis(signal, [], fact);

        var constants = _constants[signal.Ordinal];
        return signal.Type switch
        {
            SignalType.Text => Texts(signal, constants.OfType<TextConstant>()),
            SignalType.Set => new PresenceAxis(),
            SignalType.Enum or SignalType.Bool => new WordAxis(signal),
            SignalType.Version => new VersionAxis(signal, Versions(constants)),
            _ => new NumberAxis(signal, Numbers(signal, constants)),
        };
    }

    /// <summary>Exact for patterns too, unless they tell too many kinds of text apart: then each is a
    /// flag of its own.</summary>
    private TextAxis Texts(Signal signal, IEnumerable<TextConstant> names) =>
        TextAxis.Of(names, Patterns.Where(like => like.Signal.Ordinal == signal.Ordinal).Select(like => like.Pattern));

    private static Cut<Rational>[] Numbers(Signal signal, List<Constant> constants)
    {
        var cuts = new HashSet<Cut<Rational>>();
        foreach (var number in constants.OfType<NumberConstant>().Select(constant => constant.Value).Distinct())
        {
            cuts.Add(NumberAxis.CutAt(signal, number, isAfter: false));
            cuts.Add(NumberAxis.CutAt(signal, number, isAfter: true));
        }

        Cut<Rational>[] rising = [.. cuts.Where(cut => NumberAxis.Divides(signal, cut))];
        Array.Sort(rising);
        return rising;
    }

    private static Cut<VersionKey>[] Versions(List<Constant> constants)
    {
        var cuts = new HashSet<Cut<VersionKey>>();
        foreach (var version in constants.OfType<VersionConstant>().Select(constant => new VersionKey(constant.Parts)))
        {
            cuts.Add(new Cut<VersionKey>(version, false));
            cuts.Add(new Cut<VersionKey>(version, true));
        }

        Cut<VersionKey>[] rising = [.. cuts.Where(cut => !VersionAxis.IsBeforeAll(cut))];
        Array.Sort(rising);
        return rising;
    }

    private void Collect(AtomCondition atom)
    {
        if (!_constants.TryGetValue(atom.Signal.Ordinal, out var constants))
            _constants[atom.Signal.Ordinal] = constants = [];

        switch (atom)
        {
            case ComparisonCondition comparison:
                constants.Add(comparison.Value);
                break;
            case BetweenCondition between:
                constants.Add(between.Low);
                constants.Add(between.High);
                break;
            case InCondition within:
                constants.AddRange(within.Values);
                break;
            case ContainsCondition contains:
                constants.AddRange(contains.Values);
                break;
            case LikeCondition like:
                _patterns.Add(like);
                break;
        }
    }
}
