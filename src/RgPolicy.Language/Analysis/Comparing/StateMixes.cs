using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>
/// Which states can be active at one moment: some of them enter at a moment that does not end the
/// others, which could be active together before. What is not decided counts as never.
/// </summary>
/// <param name="moments">Tells what is not decided.</param>
internal sealed class StateMixes(StateMoments moments)
{
    private const int MostTried = 8;

    private readonly Dictionary<string, bool> _known = new(StringComparer.Ordinal);

    /// <summary>Over states of one policy.</summary>
    public static StateMixes Of(IReadOnlyCollection<State> states) =>
        new(
            new StateMoments(
                new AnalysisSpace(states.SelectMany(state => new[] { state.When, state.Until }).OfType<Condition>()),
                new WorkBudget(WorkBudget.PerPolicy / 10),
                new ChangeList()
            )
        );

    /// <summary>True where all of these can be active together.</summary>
    public bool CanBeActive(ImmutableArray<State> mix)
    {
        var name = string.Join(' ', mix.Select(state => state.Name));
        if (!_known.TryGetValue(name, out var known))
        {
            known =
                mix.IsEmpty
                || Last(mix).Any(last => CanEnter(last, mix.RemoveRange(last)) && CanBeActive(mix.RemoveRange(last)));
            _known[name] = known;
        }

        return known;
    }

    /// <summary>The states that may have been entered last: one, or several at once; of many only one or all.</summary>
    private IEnumerable<ImmutableArray<State>> Last(ImmutableArray<State> mix)
    {
        if (mix.Length > MostTried)
        {
            moments.AddUndecided(mix[0].Name);
            return [mix];
        }

        return Subsets(mix);
    }

    /// <summary>All subsets but the empty one, the smallest first.</summary>
    public static IEnumerable<ImmutableArray<T>> Subsets<T>(IReadOnlyCollection<T> all) =>
        Enumerable
            .Range(1, (1 << all.Count) - 1)
            .OrderBy(chosen => int.PopCount(chosen))
            .Select(chosen => all.Where((_, place) => ((chosen >> place) & 1) == 1).ToImmutableArray());

    private bool CanEnter(ImmutableArray<State> entering, ImmutableArray<State> staying)
    {
        ImmutableArray<Box>? enters = [Box.Everything];
        foreach (var state in entering)
            enters = enters is { } some && moments.True(state.When) is { } own ? StateMoments.Meet(some, own) : null;

        ImmutableArray<Box>? left = [];
        foreach (var state in staying.Where(state => state.LeaveAfter == TimeSpan.Zero))
            left = left is { } some && moments.Leaves(state) is { } own ? [.. some, .. own] : null;

        return moments.Find(entering[0].Name, enters, left) is not null
            && staying.All(state => entering.All(other => Outlasts(state, other)));
    }

    /// <summary>False where a state has been left by the time that the condition of another one has
    /// held for long enough.</summary>
    private bool Outlasts(State staying, State entering) =>
        staying.LeaveAfter > entering.EnterAfter
        || moments.Find(entering.Name, moments.True(entering.When), moments.Leaves(staying)) is not null;
}
