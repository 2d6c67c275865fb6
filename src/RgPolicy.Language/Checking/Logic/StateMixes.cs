using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>
/// Which states can be active at one moment: some of them enter at a moment that does not end the
/// others, which could be active together before. What is not decided counts as never.
/// </summary>
internal sealed class StateMixes
{
    private const int MostTried = 8;

    private readonly SampleSearch _samples;
    private readonly Dictionary<State, (ImmutableArray<Box>? Enters, ImmutableArray<Box>? Leaves)> _boxes = new(
        ReferenceEqualityComparer.Instance
    );
    private readonly Dictionary<string, bool> _known = new(StringComparer.Ordinal);

    public StateMixes(IEnumerable<State> states)
    {
        var all = states.ToList();
        var space = new AnalysisSpace(all.SelectMany(state => new[] { state.When, state.Until }).OfType<Condition>());
        var regions = new ConditionRegions(space);
        _samples = new SampleSearch(space, new WorkBudget(WorkBudget.PerPolicy / 10));
        foreach (var state in all)
        {
            _boxes[state] = (
                regions.Boxes(state.When, isTrue: true),
                state.Until is { } until ? regions.Boxes(until, isTrue: true) : regions.Boxes(state.When, isTrue: false)
            );
        }
    }

    /// <summary>True where all of these can be active together.</summary>
    public bool CanBeActive(ImmutableArray<State> mix)
    {
        var name = string.Join(' ', mix.Select(state => state.Name));
        if (mix.IsEmpty || _known.TryGetValue(name, out var known))
        {
            return mix.IsEmpty || _known[name];
        }

        return _known[name] = Last(mix)
            .Any(entering => CanEnter(entering, mix.RemoveRange(entering)) && CanBeActive(mix.RemoveRange(entering)));
    }

    /// <summary>The states that may have been entered last: one, or several at once; of many only one or all.</summary>
    private static IEnumerable<ImmutableArray<State>> Last(ImmutableArray<State> mix) =>
        mix.Length > MostTried
            ? [mix]
            : Enumerable
                .Range(1, (1 << mix.Length) - 1)
                .OrderBy(chosen => int.PopCount(chosen))
                .Select(chosen => mix.Where((_, place) => ((chosen >> place) & 1) == 1).ToImmutableArray());

    private bool CanEnter(ImmutableArray<State> entering, ImmutableArray<State> staying)
    {
        ImmutableArray<Box>? moments = [Box.Everything];
        foreach (var state in entering)
        {
            moments =
                moments is { } some
                && _boxes[state].Enters is { } own
                && (long)some.Length * own.Length <= ConditionRegions.MostBoxes
                    ? [.. BoxMeeting.Of(some, own)]
                    : null;
        }

        var atOnce = staying
            .Where(state => state.LeaveAfter == TimeSpan.Zero)
            .Select(state => _boxes[state].Leaves)
            .ToList();
        return moments is { } boxes
            && atOnce.TrueForAll(leaves => leaves is not null)
            && HasMoment(boxes, [.. atOnce.SelectMany(leaves => leaves ?? [])])
            && staying.All(state => entering.All(other => Outlasts(state, other)));
    }

    /// <summary>False where a state has been left by the time that the condition of another one has
    /// held for long enough.</summary>
    private bool Outlasts(State staying, State entering) =>
        staying.LeaveAfter > entering.EnterAfter
        || (_boxes[entering].Enters is { } enters && _boxes[staying].Leaves is { } leaves && HasMoment(enters, leaves));

    private bool HasMoment(ImmutableArray<Box> inside, ImmutableArray<Box> outside)
    {
        var covers = outside.Select(box => new OwnedBox(-1, box)).ToList();
        return inside.Any(box => _samples.Find(box, covers, WorkBudget.PerQuestion).Sample is not null);
    }
}
