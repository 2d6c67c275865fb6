using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Decides whether any query comes to a class, and what keeps them from it.</summary>
internal sealed class Reachability(ClassBoxes classes, BoxIndex index, WorkBudget budget)
{
    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);
    private readonly TakenWhileKnown _taken = new(classes);

    private AnalysisSpace Space => classes.Space;

    /// <summary>The verdict on a class, given those above it.</summary>
    public ClassVerdict Judge(QueryClass query)
    {
        if (classes.Undecided.Contains(query.Index))
        {
            return new ClassVerdict(ClassState.Undecided);
        }

        ImmutableArray<OwnedBox> own = [.. classes.Of(query.Index)];
        if (own.IsEmpty)
        {
            return new ClassVerdict(ClassState.NeverTrue);
        }

        if (Guess(own, query.Index) is { } sample)
        {
            return new ClassVerdict(ClassState.Matches) { Sample = sample };
        }

        budget.Begin();
        return JudgeExactly(own, query.Index);
    }

    private Point? Guess(ImmutableArray<OwnedBox> own, int classIndex)
    {
        budget.Begin(WorkBudget.PerGuess);
        foreach (var (_, box) in own)
        {
            if (_taken.Find(box) is null && SampleLikeBase(box, classIndex) is { } sample)
            {
                return sample;
            }
        }

        return null;
    }

    /// <summary>A query of the box that no class above takes, tried where few boxes are.</summary>
    private Point? SampleLikeBase(Box box, int classIndex)
    {
        var near = index.NearBase(box, 0, classes.StartOf(classIndex));
        var gap = _search.Run(box, near, index.LikeBase(box)).Gap;
        return gap?.Any(index.BaseCell);
    }

    /// <summary>The first class above that matches on all the boxes, or null.</summary>
    private int? FindCoveringClass(ImmutableArray<OwnedBox> own, int classIndex)
    {
        for (var above = 0; above < classIndex && !budget.IsSpent; above++)
        {
            var boxes = classes.Of(above);
            var isCovered = boxes.Length > 0;
            foreach (var (_, box) in own)
            {
                isCovered = isCovered && Covers(boxes, box);
            }

            if (isCovered)
            {
                return above;
            }
        }

        return null;
    }

    private bool Covers(ReadOnlySpan<OwnedBox> boxes, Box target)
    {
        budget.Spend(1);
        return boxes.Length == 1
            ? target.IsInside(boxes[0].Box)
            : _search.Run(target, boxes.ToArray(), All).IsCovered;
    }

    private ClassVerdict JudgeExactly(ImmutableArray<OwnedBox> own, int classIndex)
    {
        var used = new HashSet<int>();
        foreach (var (_, box) in own)
        {
            var above = index.Near(box, 0, classes.StartOf(classIndex));
            var coverage = _search.Run(box, above, All);
            if (!coverage.IsDecided)
            {
                return new ClassVerdict(ClassState.Undecided);
            }

            if (coverage.Gap is { } gap)
            {
                return JudgeKnown(own, classIndex, gap);
            }

            used.UnionWith(coverage.Used);
        }

        return FindCoveringClass(own, classIndex) is { } covering
            ? new ClassVerdict(ClassState.ShadowedByOne) { ShadowedBy = [covering] }
            : new ClassVerdict(ClassState.ShadowedByAll) { ShadowedBy = Smallest(own, used) };
    }

    /// <summary>Something is left; is there also a query without an unknown signal?</summary>
    private ClassVerdict JudgeKnown(ImmutableArray<OwnedBox> own, int classIndex, Room gap)
    {
        var needed = new HashSet<int>();
        foreach (var (_, box) in own)
        {
            var taken = _taken.Find(box);
            if (taken is null)
            {
                var coverage = CoverKnown(box, classIndex);
                if (!coverage.IsDecided)
                {
                    return new ClassVerdict(ClassState.Undecided);
                }

                if (coverage.Gap is { } known)
                {
                    return new ClassVerdict(ClassState.Matches) { Sample = known.Any(index.BaseCell) };
                }

                taken = _taken.Add(box, coverage.Used, wider => GuessKnown(wider, classIndex));
                budget.Begin();
            }

            needed.UnionWith(taken.Unknowable);
        }

        return new ClassVerdict(ClassState.OnlyWhileUnknown)
        {
            Gap = gap,
            Unknown = SmallestUnknown(own, classIndex, needed),
        };
    }

    private Coverage GuessKnown(Box box, int classIndex)
    {
        budget.Begin(WorkBudget.PerGuess);
        return CoverKnown(box, classIndex);
    }

    private Coverage CoverKnown(Box box, int classIndex) => _search.Run(
        box, index.Touching(box, 0, classes.StartOf(classIndex)), dimension => Space.Dimensions[dimension].Known);

    /// <summary>A list of signals of which one has to be unknown, and of which none can be left out.</summary>
    private ImmutableArray<Signal> SmallestUnknown(ImmutableArray<OwnedBox> own, int classIndex, HashSet<int> needed)
    {
        foreach (var candidate in needed.OrderDescending().ToList())
        {
            needed.Remove(candidate);
            if (!own.All(owned => IsTaken(owned.Box)))
            {
                needed.Add(candidate);
            }
        }

        return [.. needed.Order().Select(dimension => Space.Dimensions[dimension].Signal).OfType<Signal>()];

        bool IsTaken(Box box) => _search.Run(
            box,
            index.Near(box, 0, classes.StartOf(classIndex), needed.Aggregate(0UL, (bits, dimension) => bits | Box.Bit(dimension))),
            dimension => needed.Contains(dimension) ? Space.Dimensions[dimension].Known : All(dimension)).IsCovered;
    }

    /// <summary>Leaves out classes as long as the others still shadow the boxes.</summary>
    private ImmutableArray<int> Smallest(ImmutableArray<OwnedBox> own, HashSet<int> used)
    {
        foreach (var candidate in used.OrderDescending().ToList())
        {
            used.Remove(candidate);
            var others = used.SelectMany(above => classes.Of(above).ToArray()).ToList();
            if (!own.All(owned => _search.Run(owned.Box, others, All).IsCovered))
            {
                used.Add(candidate);
            }
        }

        return [.. used.Order()];
    }

    private CellSet All(int dimension) => Space.Dimensions[dimension].All;
}
