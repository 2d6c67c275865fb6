namespace RgPolicy.Language.Analysis.Regions;

/// <summary>
/// Looks for a query of a box that lies in none of a few others. The box is narrowed as in a solver for
/// propositional logic: a box that leaves one way out forces it, a cell that no box takes is taken at once, and else
/// one dimension is split.
/// </summary>
internal sealed class CoverSearch(CellSet[] all, CellSet[] known, WorkBudget budget)
{
    private const int DeepestSplit = 1_000;
    private const int Apart = int.MaxValue;

    private readonly List<OwnedBox> _boxes = [];
    private HashSet<int> _used = [];
    private CellSet[]? _gap;

    /// <summary>Decides whether boxes cover a box.</summary>
    public Coverage Run(Box target, IEnumerable<OwnedBox> covers, bool isKnown = false)
    {
        (_used, _gap) = ([], null);
        var open = isKnown ? known : all;
        var room = (CellSet[])open.Clone();
        for (var at = 0; at < target.Dimensions.Length; at++)
        {
            var dimension = target.Dimensions[at];
            room[dimension] = target.Sets[at].Intersect(open[dimension]);
            if (room[dimension].IsEmpty)
                return new Coverage(null, true, _used);
        }

        var passed = 0;
        _boxes.Clear();
        foreach (var cover in covers)
        {
            passed++;
            if (cover.Box.Intersects(target))
                _boxes.Add(cover);
        }

        budget.Scan(passed);
        var isEnded = Search(room, [.. Enumerable.Range(0, _boxes.Count)], 0);
        return new Coverage(_gap is null ? null : new Room(_gap, open), !isEnded || _gap is not null, _used);
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

            if (budget.IsSpent || depth > DeepestSplit)
            {
                budget.GiveUp();
                return true;
            }

            // First the part of the room outside the most hindering box, then the part inside on that dimension.
            Spend(live);
            var (owner, box) = _boxes[live.MinBy(index => CountExits(_boxes[index].Box, room, out _))];
            CountExits(box, room, out var exit);
            _used.Add(owner);
            var dimension = box.Dimensions[exit];
            var outside = (CellSet[])room.Clone();
            outside[dimension] = room[dimension].Except(box.Sets[exit]);
            if (Search(outside, [.. live], depth + 1))
                return true;

            room[dimension] = room[dimension].Intersect(box.Sets[exit]);
        }

        return false;
    }

    private void Spend(List<int> live) => budget.Spend(1 + live.Sum(index => _boxes[index].Box.Weight));

    /// <summary>False when a box covers the whole room.</summary>
    private bool Narrow(CellSet[] room, List<int> live)
    {
        do
        {
            if (!Force(room, live))
                return false;
        } while (!budget.IsSpent && TakeFreeCells(room, live));

        return true;
    }

    /// <summary>Drops boxes that the room has left, and goes the only way out of those that leave one.</summary>
    private bool Force(CellSet[] room, List<int> live)
    {
        var isChanged = true;
        while (isChanged && !budget.IsSpent)
        {
            isChanged = false;
            var kept = 0;
            Spend(live);
            for (var at = 0; at < live.Count; at++)
            {
                var (owner, box) = _boxes[live[at]];
                var exits = CountExits(box, room, out var exit);
                if (exits <= 1)
                    _used.Add(owner);

                if (exits == 0)
                    return false;

                if (exits == 1)
                {
                    var dimension = box.Dimensions[exit];
                    room[dimension] = room[dimension].Except(box.Sets[exit]);
                    isChanged = true;
                }
                else if (exits != Apart)
                {
                    live[kept++] = live[at];
                }
            }

            live.RemoveRange(kept, live.Count - kept);
        }

        return true;
    }

    /// <summary>
    /// Where some cells of a dimension lie in no live box, the others can be left out: a gap with one
    /// of the others is also one with such a cell.
    /// </summary>
    private bool TakeFreeCells(CellSet[] room, List<int> live)
    {
        var free = (CellSet[])room.Clone();
        Spend(live);
        foreach (var index in live)
        {
            var box = _boxes[index].Box;
            for (var at = 0; at < box.Dimensions.Length; at++)
            {
                var dimension = box.Dimensions[at];
                if (!free[dimension].IsEmpty && !room[dimension].IsSubsetOf(box.Sets[at]))
                    free[dimension] = free[dimension].Except(box.Sets[at]);
            }
        }

        var isTaken = false;
        for (var dimension = 0; dimension < room.Length; dimension++)
        {
            if (!free[dimension].IsEmpty && !ReferenceEquals(free[dimension], room[dimension]))
            {
                room[dimension] = free[dimension];
                isTaken = true;
            }
        }

        return isTaken;
    }

    /// <summary>On how many dimensions a query of the room can be outside the box; 0 when the room lies
    /// inside it.</summary>
    private static int CountExits(Box box, CellSet[] room, out int exit)
    {
        var count = 0;
        exit = -1;
        for (var at = 0; at < box.Dimensions.Length; at++)
        {
            var here = room[box.Dimensions[at]];
            if (here.IsSubsetOf(box.Sets[at]))
                continue;

            if (!here.Intersects(box.Sets[at]))
                return Apart;

            exit = at;
            count++;
        }

        return count;
    }
}

/// <summary>The answer to the question whether boxes cover a box.</summary>
/// <param name="Gap">Queries outside all of them, or null.</param>
/// <param name="IsDecided">False when the work budget was spent first.</param>
/// <param name="Used">Where they cover it: owners that together do.</param>
internal sealed record Coverage(Room? Gap, bool IsDecided, IReadOnlySet<int> Used)
{
    /// <summary>True when it is proved that nothing is left.</summary>
    public bool IsCovered => IsDecided && Gap is null;
}
