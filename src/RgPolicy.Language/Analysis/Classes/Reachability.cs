using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Decides whether any query comes to a class, and what keeps them from it.</summary>
internal sealed class Reachability(ClassBoxes classes, BoxIndex index, Leftover leftover, WorkBudget budget)
{
    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);
    private readonly TakenWhileKnown _taken = new(classes);
    private readonly Witnesses _witnesses = new(classes, index);

    private AnalysisSpace Space => classes.Space;

    /// <summary>The verdict on a class, given those above it.</summary>
    /// <param name="query">The class.</param>
    /// <param name="isExplained">True where smallest lists of what keeps queries from it are wanted.</param>
    public ClassVerdict Judge(QueryClass query, bool isExplained)
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
            return new ClassVerdict(ClassState.Matches) { Gap = sample };
        }

        budget.Begin();
        return JudgeExactly(own, query.Index, isExplained);
    }

    private Room? Guess(ImmutableArray<OwnedBox> own, int classIndex)
    {
        foreach (var (_, box) in own)
        {
            if (_taken.Find(box) is null && _witnesses.Guess(box, classes.StartOf(classIndex)) is { } sample)
            {
                return sample;
            }
        }

        return null;
    }

    private ClassVerdict JudgeExactly(ImmutableArray<OwnedBox> own, int classIndex, bool isExplained)
    {
        var used = new HashSet<int>();
        foreach (var (_, box) in own)
        {
            var coverage = leftover.Of(box, classIndex);
            if (!coverage.IsDecided)
            {
                return new ClassVerdict(ClassState.Undecided);
            }

            if (coverage.Gap is { } gap)
            {
                return JudgeKnown(own, classIndex, gap, isExplained);
            }

            used.UnionWith(coverage.Used);
        }

        if (FindCoveringClass(own, classIndex) is { } covering)
        {
            return new ClassVerdict(ClassState.ShadowedByOne) { ShadowedBy = [covering] };
        }

        var above = isExplained ? Smallest(own, used) : [.. used.Order()];
        return new ClassVerdict(ClassState.ShadowedByAll) { ShadowedBy = above };
    }

    /// <summary>Something is left; is there also a query without an unknown signal?</summary>
    private ClassVerdict JudgeKnown(ImmutableArray<OwnedBox> own, int classIndex, Room gap, bool isExplained)
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
                    return new ClassVerdict(ClassState.Matches) { Gap = _witnesses.Remember(known) };
                }

                taken = _taken.Add(box, coverage.Used, wider => GuessKnown(wider, classIndex));
                budget.Begin();
            }

            needed.UnionWith(taken.Unknowable);
        }

        return new ClassVerdict(ClassState.OnlyWhileUnknown)
        {
            Gap = gap,
            Unknown = isExplained ? SmallestUnknown(own, classIndex, needed) : [],
        };
    }

    private Coverage GuessKnown(Box box, int classIndex)
    {
        budget.Begin(WorkBudget.PerGuess);
        return CoverKnown(box, classIndex);
    }

    private Coverage CoverKnown(Box box, int classIndex) =>
        _taken.Known(box) is { } known
            ? leftover.OfKnown(known, classIndex)
            : new Coverage(null, true, new HashSet<int>());

    /// <summary>The first class above that matches on all the boxes, or null.</summary>
    private int? FindCoveringClass(ImmutableArray<OwnedBox> own, int classIndex)
    {
        var start = classes.StartOf(classIndex);
        foreach (
            var above in index.Near(own[0].Box, index.Any.Before(start), 0, start).Select(near => near.Owner).Distinct()
        )
        {
            if (!budget.IsSpent && Covers(above, own))
            {
                return above;
            }
        }

        return null;
    }

    private bool Covers(int above, ImmutableArray<OwnedBox> own)
    {
        var boxes = classes.Of(above);
        foreach (var (_, box) in own)
        {
            budget.Spend(1);
            var isCovered =
                boxes.Length == 1 ? box.IsInside(boxes[0].Box) : _search.Run(box, boxes.ToArray(), All).IsCovered;
            if (!isCovered)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>A list of signals of which one has to be unknown, and of which none can be left out.</summary>
    private ImmutableArray<Signal> SmallestUnknown(ImmutableArray<OwnedBox> own, int classIndex, HashSet<int> needed)
    {
        needed.RemoveWhere(dimension => own.All(owned => IsKnown(owned.Box, dimension)));
        foreach (var candidate in needed.OrderDescending().ToList())
        {
            // Something is left, so one of them has to stay.
            needed.Remove(candidate);
            if (needed.Count == 0 || !own.All(owned => IsTaken(owned.Box, needed, classIndex)))
            {
                needed.Add(candidate);
            }
        }

        return [.. needed.Order().Select(dimension => Space.Dimensions[dimension].Signal).OfType<Signal>()];
    }

    private bool IsKnown(Box box, int dimension) =>
        box.On(dimension) is { } set && set.IsSubsetOf(Space.Dimensions[dimension].Known);

    /// <summary>True when nothing of the box is left while the dimensions are known.</summary>
    private bool IsTaken(Box box, HashSet<int> known, int classIndex)
    {
        foreach (var dimension in known.Order())
        {
            if (box.Intersect(Box.Of(dimension, Space.Dimensions[dimension].Known)) is not { } narrowed)
            {
                return true;
            }

            box = narrowed;
        }

        return leftover.Of(box, classIndex).IsCovered;
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
