using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Decides whether any query comes to a class, and what keeps them from it.</summary>
internal sealed class Reachability(ClassBoxes classes, CoverSearch search, WorkBudget budget)
{
    private const int MostGuesses = 6;

    // Queries that reached the last few classes: what is left at one place often is beside it too.
    private readonly List<CellSet[]> _reached = [];

    private AnalysisSpace Space => classes.Space;

    /// <summary>The verdict on a class, given those above it.</summary>
    public ClassVerdict Judge(QueryClass query, bool isExplained)
    {
        var own = classes.Of(query.Index);
        if (own.Count == 0 || budget.IsGone)
        {
            return new ClassVerdict(
                classes.Undecided.Contains(query.Index) ? ClassState.Undecided
                : own.Count == 0 ? ClassState.NeverTrue
                : ClassState.NotAsked
            );
        }

        budget.Begin();
        var needed = new HashSet<int>();
        foreach (var (_, box) in own)
        {
            var guess = query.Condition is null ? null : Guess(box, classes.Above(query.Index));
            var coverage = guess is null ? search.Run(box, classes.Above(query.Index), isKnown: true) : null;
            if (coverage is not { IsCovered: true })
            {
                var gap = guess ?? coverage?.Gap;
                _reached.AddRange(gap is null || guess is not null ? [] : [Point(gap)]);
                return new ClassVerdict(gap is null ? ClassState.Undecided : ClassState.Matches) { Gap = gap };
            }

            needed.UnionWith(Unknowable(box, coverage.Used));
        }

        return JudgeUnknown(own, query.Index, needed, isExplained);
    }

    /// <summary>A known query of the box that no class above takes, beside one that reached another class; or null.</summary>
    private Room? Guess(Box box, IReadOnlyList<OwnedBox> above)
    {
        foreach (var reached in _reached.TakeLast(MostGuesses))
        {
            CellSet[] cells = [.. reached];
            for (var at = 0; at < box.Dimensions.Length; at++)
            {
                var dimension = box.Dimensions[at];
                var known = box.Sets[at].Intersect(Space.Dimensions[dimension].Known);
                if (known.IsEmpty)
                    return null;

                cells[dimension] = known.Contains(cells[dimension].First)
                    ? cells[dimension]
                    : CellSet.Single(known.First);
            }

            var point = new Room(cells, cells);
            if (!above.Any(owned => owned.Box.Holds(point)))
                return point;
        }

        return null;
    }

    private CellSet[] Point(Room room) =>
        [.. Space.Dimensions.Select(dimension => CellSet.Single(room.On(dimension.Index).First))];

    /// <summary>The dimensions that have to be known for a box to be gone.</summary>
    private IEnumerable<int> Unknowable(Box box, IReadOnlySet<int> used) =>
        used.SelectMany(classes.Of)
            .SelectMany(owned => owned.Box.Dimensions)
            .Where(dimension => Space.Dimensions[dimension].CanBeUnknown)
            .Concat(
                box.Dimensions.Where(dimension =>
                    box.On(dimension)?.Intersects(Space.Dimensions[dimension].Known) == false
                )
            );

    /// <summary>No query that is known is left; is there one with an unknown signal?</summary>
    private ClassVerdict JudgeUnknown(
        IReadOnlyList<OwnedBox> own,
        int classIndex,
        HashSet<int> needed,
        bool isExplained
    )
    {
        var used = new HashSet<int>();
        foreach (var (_, box) in own)
        {
            var coverage = search.Run(box, classes.Above(classIndex));
            if (!coverage.IsDecided)
                return new ClassVerdict(ClassState.Undecided);

            if (coverage.Gap is { } gap)
            {
                return new ClassVerdict(ClassState.OnlyWhileUnknown)
                {
                    Gap = gap,
                    Unknown = isExplained ? SmallestUnknown(own, classIndex, needed) : [],
                };
            }

            used.UnionWith(coverage.Used);
        }

        var single = classes
            .Above(classIndex)
            .Select(owned => owned.Owner)
            .Distinct()
            .FirstOrDefault(owner => !budget.IsSpent && AreTaken(own, classes.Of(owner)), -1);
        if (single >= 0)
            return new ClassVerdict(ClassState.ShadowedByOne) { ShadowedBy = [single] };

        return new ClassVerdict(ClassState.ShadowedByAll)
        {
            ShadowedBy = isExplained ? Smallest(own, used) : [.. used.Order()],
        };
    }

    private bool AreTaken(IReadOnlyList<OwnedBox> own, IReadOnlyList<OwnedBox> covers) =>
        own.All(owned =>
            covers.Any(cover => owned.Box.IsInside(cover.Box))
            || (covers.Count > 1 && search.Run(owned.Box, covers).IsCovered)
        );

    /// <summary>A list of signals of which one has to be unknown, and of which none can be left out.</summary>
    private ImmutableArray<Signal> SmallestUnknown(IReadOnlyList<OwnedBox> own, int classIndex, HashSet<int> needed)
    {
        needed.RemoveWhere(dimension => own.All(owned => IsKnown(owned.Box, dimension)));

        // Something is left, so one of them has to stay.
        LeaveOut(needed, () => needed.Count > 0 && own.All(owned => IsTaken(owned.Box, needed, classIndex)));
        return [.. needed.Order().Select(dimension => Space.Dimensions[dimension].Signal).OfType<Signal>()];
    }

    private bool IsKnown(Box box, int dimension) =>
        box.On(dimension) is { } set && set.IsSubsetOf(Space.Dimensions[dimension].Known);

    /// <summary>True when nothing of the box is left while the dimensions are known.</summary>
    private bool IsTaken(Box box, HashSet<int> known, int classIndex)
    {
        var narrowed = box.Intersect(
            Box.Of([.. known.Order().Select(each => KeyValuePair.Create(each, Space.Dimensions[each].Known))])
        );
        return narrowed is null || search.Run(narrowed, classes.Above(classIndex)).IsCovered;
    }

    /// <summary>Leaves out classes as long as the others still shadow the boxes.</summary>
    private ImmutableArray<int> Smallest(IReadOnlyList<OwnedBox> own, HashSet<int> used)
    {
        LeaveOut(used, () => AreTaken(own, [.. used.SelectMany(classes.Of)]));
        return [.. used.Order()];
    }

    /// <summary>Leaves out what can be missing, from the highest on.</summary>
    private static void LeaveOut(HashSet<int> numbers, Func<bool> isEnough)
    {
        foreach (var candidate in numbers.OrderDescending().ToList())
        {
            numbers.Remove(candidate);
            if (!isEnough())
                numbers.Add(candidate);
        }
    }
}
