namespace RgPolicy.Language.Analysis.Regions;

/// <summary>
/// Looks for a query of a box that lies in none of a few others. The box is narrowed as in a solver for propositional logic:
/// a box that leaves one way out forces it, a cell that no box takes is taken at once, and else one dimension is split.
/// </summary>
internal sealed class CoverSearch
{
    private const int DeepestSplit = 1_000;

    private readonly int[] _dimensions;
    private readonly LocalBox[] _boxes;
    private readonly WorkBudget _budget;
    private readonly HashSet<int> _used = [];
    private CellSet[]? _gap;

    private CoverSearch(int[] dimensions, LocalBox[] boxes, WorkBudget budget)
    {
        _dimensions = dimensions;
        _boxes = boxes;
        _budget = budget;
    }

    /// <summary>Decides whether the boxes cover the target.</summary>
    /// <param name="target">The box that may be covered.</param>
    /// <param name="covers">The boxes that may cover it.</param>
    /// <param name="outside">The cells that count on a dimension which the target does not narrow.</param>
    /// <param name="budget">What it may cost.</param>
    public static Coverage Run(Box target, IEnumerable<OwnedBox> covers, Func<int, CellSet> outside, WorkBudget budget)
    {
        var near = covers.Where(cover => cover.Box.Intersects(target)).ToList();
        int[] dimensions = [.. near.SelectMany(cover => cover.Box.Dimensions).Concat(target.Dimensions).Distinct().Order()];
        LocalBox[] boxes = [.. near.Select(cover => LocalBox.Of(cover, dimensions))];
        var start = Array.ConvertAll(dimensions, dimension => outside(dimension));
        for (var place = 0; place < target.Dimensions.Length; place++)
        {
            var local = Array.BinarySearch(dimensions, target.Dimensions[place]);
            start[local] = target.Sets[place].Intersect(start[local]);
        }

        return new CoverSearch(dimensions, boxes, budget).Run(start);
    }

    private Coverage Run(CellSet[] start)
    {
        var isEmpty = Array.Exists(start, set => set.IsEmpty);
        if (!isEmpty && Search(start, [.. Enumerable.Range(0, _boxes.Length)], 0) && _gap is { } gap)
        {
            var sets = _dimensions.Zip(gap, KeyValuePair.Create);
            return new Coverage(new Room(new Dictionary<int, CellSet>(sets)), true, _used);
        }

        return new Coverage(null, isEmpty || !_budget.IsSpent, _used);
    }

    /// <summary>True when a gap was found, or the search has to end.</summary>
    private bool Search(CellSet[] room, List<int> live, int depth)
    {
        while (Narrow(room, live))
        {
            if (live.Count == 0)
            {
                _gap = room;
                return true;
            }

            if (_budget.IsSpent || depth > DeepestSplit)
            {
                _budget.GiveUp();
                return true;
            }

            // First the part of the room outside the most hindering box, then the part inside on that dimension.
            var (box, place) = Choose(room, live);
            _used.Add(box.Owner);
            var dimension = box.Dimensions[place];
            var outside = (CellSet[])room.Clone();
            outside[dimension] = room[dimension].Except(box.Sets[place]);
            if (Search(outside, [.. live], depth + 1))
            {
                return true;
            }

            room[dimension] = room[dimension].Intersect(box.Sets[place]);
        }

        return false;
    }

    private (LocalBox Box, int Place) Choose(CellSet[] room, List<int> live)
    {
        var (best, bestCount) = (live[0], int.MaxValue);
        foreach (var index in live)
        {
            var count = _boxes[index].CountExits(room, out _);
            if (count < bestCount)
            {
                (best, bestCount) = (index, count);
            }
        }

        _boxes[best].CountExits(room, out var place);
        return (_boxes[best], place);
    }

    /// <summary>False when a box covers the whole room.</summary>
    private bool Narrow(CellSet[] room, List<int> live)
    {
        do
        {
            if (!Force(room, live))
            {
                return false;
            }
        }
        while (!_budget.IsSpent && TakeFreeCells(room, live));

        return true;
    }

    /// <summary>Drops boxes that the room has left, and goes the only way out of those that leave one.</summary>
    private bool Force(CellSet[] room, List<int> live)
    {
        var isChanged = true;
        while (isChanged && !_budget.IsSpent)
        {
            isChanged = false;
            var kept = 0;
            _budget.Spend(live.Count + 1);
            for (var at = 0; at < live.Count; at++)
            {
                var box = _boxes[live[at]];
                var exits = box.CountExits(room, out var place);
                if (exits == 0)
                {
                    _used.Add(box.Owner);
                    return false;
                }

                if (exits == 1)
                {
                    _used.Add(box.Owner);
                    var dimension = box.Dimensions[place];
                    room[dimension] = room[dimension].Except(box.Sets[place]);
                    isChanged = true;
                }
                else if (exits != LocalBox.Apart)
                {
                    live[kept++] = live[at];
                }
            }

            live.RemoveRange(kept, live.Count - kept);
        }

        return true;
    }

    /// <summary>
    /// Where some cells of a dimension lie in no live box, the others can be left out: a gap with one of the others is also
    /// one with such a cell.
    /// </summary>
    private bool TakeFreeCells(CellSet[] room, List<int> live)
    {
        var isTaken = false;
        for (var dimension = 0; dimension < room.Length; dimension++)
        {
            var free = room[dimension];
            var hasBox = false;
            _budget.Spend(live.Count / 4);
            for (var at = 0; at < live.Count && !free.IsEmpty; at++)
            {
                if (_boxes[live[at]].On(dimension) is { } set && !room[dimension].IsSubsetOf(set))
                {
                    free = free.Except(set);
                    hasBox = true;
                }
            }

            if (hasBox && !free.IsEmpty)
            {
                room[dimension] = free;
                live.RemoveAll(index => _boxes[index].On(dimension) is { } set && !set.Intersects(free));
                isTaken = true;
            }
        }

        return isTaken && live.Count > 0;
    }
}
