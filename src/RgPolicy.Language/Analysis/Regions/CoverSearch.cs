namespace RgPolicy.Language.Analysis.Regions;

/// <summary>
/// Looks for a query of a box that lies in none of a few others. The box is narrowed as in a solver for
/// propositional logic: a box that leaves one way out forces it, a cell that no box takes is taken at once, and else
/// one dimension is split.
/// </summary>
/// <param name="dimensionCount">How many dimensions the space has.</param>
/// <param name="budget">What the searches may cost.</param>
internal sealed class CoverSearch(int dimensionCount, WorkBudget budget)
{
    private const int DeepestSplit = 1_000;
    private const int Apart = int.MaxValue;

    // The room's place of each dimension, where it was met in this run.
    private readonly int[] _places = new int[dimensionCount];
    private readonly int[] _runs = new int[dimensionCount];
    private readonly List<int> _dimensions = [];
    private readonly List<OwnedBox> _boxes = [];
    private HashSet<int> _used = [];
    private CellSet[]? _gap;
    private int _run;

    /// <summary>Decides whether the boxes cover the target.</summary>
    /// <param name="target">The box that may be covered.</param>
    /// <param name="covers">The boxes that may cover it.</param>
    /// <param name="outside">The cells that count on a dimension which the target does not narrow; not empty.</param>
    public Coverage Run(Box target, IEnumerable<OwnedBox> covers, Func<int, CellSet> outside)
    {
        Begin();
        Meet(target);
        foreach (var cover in covers)
        {
            if (cover.Box.Intersects(target))
            {
                _boxes.Add(cover);
                Meet(cover.Box);
            }
        }

        var room = new CellSet[_dimensions.Count];
        for (var place = 0; place < room.Length; place++)
        {
            room[place] = place < target.Sets.Length ? target.Sets[place] : outside(_dimensions[place]);
        }

        var live = new List<int>(_boxes.Count);
        for (var index = 0; index < _boxes.Count; index++)
        {
            live.Add(index);
        }

        var isEnded = Search(room, live, 0);
        return new Coverage(_gap is null ? null : new Room(Gap(_gap), outside), !isEnded || _gap is not null, _used);
    }

    private void Begin()
    {
        _run++;
        _dimensions.Clear();
        _boxes.Clear();
        _used = [];
        _gap = null;
    }

    private void Meet(Box box)
    {
        foreach (var dimension in box.Dimensions)
        {
            if (_runs[dimension] != _run)
            {
                _runs[dimension] = _run;
                _places[dimension] = _dimensions.Count;
                _dimensions.Add(dimension);
            }
        }
    }

    private Dictionary<int, CellSet> Gap(CellSet[] gap)
    {
        var sets = new Dictionary<int, CellSet>(gap.Length);
        for (var place = 0; place < gap.Length; place++)
        {
            sets[_dimensions[place]] = gap[place];
        }

        return sets;
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
            var (box, exit) = Choose(room, live);
            _used.Add(box.Owner);
            var place = _places[box.Box.Dimensions[exit]];
            var outside = (CellSet[])room.Clone();
            outside[place] = room[place].Except(box.Box.Sets[exit]);
            if (Search(outside, [.. live], depth + 1))
            {
                return true;
            }

            room[place] = room[place].Intersect(box.Box.Sets[exit]);
        }

        return false;
    }

    private void Spend(List<int> live)
    {
        var steps = 1;
        foreach (var index in live)
        {
            steps += _boxes[index].Box.Weight;
        }

        budget.Spend(steps);
    }

    private (OwnedBox Box, int Exit) Choose(CellSet[] room, List<int> live)
    {
        Spend(live);
        var (best, bestCount, bestExit) = (live[0], int.MaxValue, 0);
        foreach (var index in live)
        {
            var count = CountExits(_boxes[index].Box, room, out var exit);
            if (count < bestCount)
            {
                (best, bestCount, bestExit) = (index, count, exit);
            }
        }

        return (_boxes[best], bestExit);
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
                if (exits == 0)
                {
                    _used.Add(owner);
                    return false;
                }

                if (exits == 1)
                {
                    _used.Add(owner);
                    var place = _places[box.Dimensions[exit]];
                    room[place] = room[place].Except(box.Sets[exit]);
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
                var place = _places[box.Dimensions[at]];
                if (!free[place].IsEmpty && !room[place].IsSubsetOf(box.Sets[at]))
                {
                    free[place] = free[place].Except(box.Sets[at]);
                }
            }
        }

        var isTaken = false;
        for (var place = 0; place < room.Length; place++)
        {
            if (!free[place].IsEmpty && !ReferenceEquals(free[place], room[place]))
            {
                room[place] = free[place];
                isTaken = true;
            }
        }

        return isTaken;
    }

    /// <summary>On how many dimensions a query of the room can be outside the box; 0 when the room lies
    /// inside it.</summary>
    /// <param name="box">The box.</param>
    /// <param name="room">The room.</param>
    /// <param name="exit">One such dimension, as a place in the box.</param>
    private int CountExits(Box box, CellSet[] room, out int exit)
    {
        var count = 0;
        exit = -1;
        for (var at = 0; at < box.Dimensions.Length; at++)
        {
            var here = room[_places[box.Dimensions[at]]];
            if (here.IsSubsetOf(box.Sets[at]))
            {
                continue;
            }

            if (!here.Intersects(box.Sets[at]))
            {
                return Apart;
            }

            exit = at;
            count++;
        }

        return count;
    }
}
