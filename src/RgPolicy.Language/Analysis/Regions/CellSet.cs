namespace RgPolicy.Language.Analysis.Regions;

/// <summary>A set of cells of one dimension: sorted ranges that neither meet nor overlap.</summary>
internal sealed class CellSet : IEquatable<CellSet>
{
    private const int OnlyLeft = 0b0010;
    private const int Both = 0b1000;

    // INVARIANT: strictly rising; even places begin a range, odd places are its exclusive end.
    private readonly int[] _bounds;

    private CellSet(int[] bounds) => _bounds = bounds;

    public static CellSet Empty { get; } = new([]);

    public bool IsEmpty => _bounds.Length == 0;

    /// <summary>The least cell; asked of sets that are not empty.</summary>
    public int First => _bounds[0];

    /// <summary>The cell behind the last; 0 for the empty set.</summary>
    public int End => _bounds.Length == 0 ? 0 : _bounds[^1];

    /// <summary>How many cells.</summary>
    public int Count
    {
        get
        {
            var count = 0;
            for (var index = 0; index < _bounds.Length; index += 2)
            {
                count += _bounds[index + 1] - _bounds[index];
            }

            return count;
        }
    }

    /// <summary>Begin and exclusive end of each range in turn.</summary>
    public ReadOnlySpan<int> Bounds => _bounds;

    /// <summary>The cells from <paramref name="from"/> up to and without <paramref name="to"/>.</summary>
    public static CellSet Range(int from, int to) => from < to ? new CellSet([from, to]) : Empty;

    public static CellSet Single(int cell) => new([cell, cell + 1]);

    public static CellSet Of(IEnumerable<int> cells) => Union(cells.Select(Single));

    /// <summary>The cells between bounds: strictly rising, a begin and an exclusive end in turn.</summary>
    public static CellSet OfBounds(int[] bounds) => bounds.Length == 0 ? Empty : new CellSet(bounds);

    /// <summary>The cells of all the sets.</summary>
    public static CellSet Union(IEnumerable<CellSet> sets)
    {
        var ranges = new List<(int Begin, int End)>();
        foreach (var set in sets)
        {
            for (var index = 0; index < set._bounds.Length; index += 2)
            {
                ranges.Add((set._bounds[index], set._bounds[index + 1]));
            }
        }

        ranges.Sort();
        var bounds = new List<int>(2 * ranges.Count);
        foreach (var (begin, end) in ranges)
        {
            if (bounds.Count > 0 && begin <= bounds[^1])
            {
                bounds[^1] = Math.Max(bounds[^1], end);
            }
            else
            {
                bounds.Add(begin);
                bounds.Add(end);
            }
        }

        return new CellSet([.. bounds]);
    }

    /// <summary>The cells that are in each of the sets; of none there is no answer.</summary>
    public static CellSet Intersection(IReadOnlyList<CellSet> sets) =>
        sets switch
        {
            [var single] => single,
            [var left, var right] => left.Intersect(right),
            _ => InAll(sets),
        };

    /// <summary>The cells that have a mark.</summary>
    /// <param name="marks">The mark of each cell.</param>
    /// <param name="mark">The mark that is meant.</param>
    public static CellSet Where(ReadOnlySpan<bool> marks, bool mark)
    {
        var bounds = new List<int>();
        for (var cell = 0; cell <= marks.Length; cell++)
        {
            // A bound is where membership changes; behind the last cell nothing is a member.
            if ((cell < marks.Length && marks[cell] == mark) != ((bounds.Count & 1) == 1))
            {
                bounds.Add(cell);
            }
        }

        return new CellSet([.. bounds]);
    }

    public IEnumerable<int> Cells()
    {
        for (var index = 0; index < _bounds.Length; index += 2)
        {
            for (var cell = _bounds[index]; cell < _bounds[index + 1]; cell++)
            {
                yield return cell;
            }
        }
    }

    public bool Contains(int cell)
    {
        if (_bounds.Length == 2)
        {
            return _bounds[0] <= cell && cell < _bounds[1];
        }

        // Inside, an odd number of bounds is at or below the cell.
        var place = Array.BinarySearch(_bounds, cell);
        return ((place < 0 ? ~place : place + 1) & 1) == 1;
    }

    public bool Intersects(CellSet other)
    {
        int[] left = _bounds,
            right = other._bounds;
        if (left.Length == 2 && right.Length == 2)
        {
            return left[0] < right[1] && right[0] < left[1];
        }

        for (int i = 0, j = 0; i < left.Length && j < right.Length; )
        {
            if (left[i] < right[j + 1] && right[j] < left[i + 1])
            {
                return true;
            }

            if (left[i + 1] <= right[j + 1])
            {
                i += 2;
            }
            else
            {
                j += 2;
            }
        }

        return false;
    }

    public bool IsSubsetOf(CellSet other)
    {
        int[] left = _bounds,
            right = other._bounds;
        if (left.Length == 2 && right.Length == 2)
        {
            return right[0] <= left[0] && left[1] <= right[1];
        }

        var j = 0;
        for (var i = 0; i < left.Length; i += 2)
        {
            while (j < right.Length && right[j + 1] < left[i + 1])
            {
                j += 2;
            }

            if (j >= right.Length || right[j] > left[i])
            {
                return false;
            }
        }

        return true;
    }

    public CellSet Intersect(CellSet other)
    {
        if (_bounds.Length == 2 && other._bounds.Length == 2)
        {
            var (from, to) = (Math.Max(_bounds[0], other._bounds[0]), Math.Min(_bounds[1], other._bounds[1]));
            return from == _bounds[0] && to == _bounds[1] ? this : Range(from, to);
        }

        return IsSubsetOf(other) ? this : Combine(other, Both);
    }

    public CellSet Except(CellSet other)
    {
        if (_bounds.Length == 2 && other._bounds.Length == 2)
        {
            int[] here = _bounds,
                there = other._bounds;
            return (there[0] <= here[0], there[1] >= here[1]) switch
            {
                _ when there[0] >= here[1] || there[1] <= here[0] => this,
                (true, true) => Empty,
                (true, false) => Range(there[1], here[1]),
                (false, true) => Range(here[0], there[0]),
                _ => new CellSet([here[0], there[0], there[1], here[1]]),
            };
        }

        return Intersects(other) ? Combine(other, OnlyLeft) : this;
    }

    public bool Equals(CellSet? other) => other is not null && _bounds.AsSpan().SequenceEqual(other._bounds);

    public override bool Equals(object? obj) => Equals(obj as CellSet);

    public override int GetHashCode()
    {
        var hash = default(HashCode);
        foreach (var bound in _bounds)
        {
            hash.Add(bound);
        }

        return hash.ToHashCode();
    }

    /// <summary>One walk over all bounds: a cell is in all sets where as many ranges are open as there
    /// are sets.</summary>
    private static CellSet InAll(IReadOnlyList<CellSet> sets)
    {
        var turns = new List<(int Bound, int Step)>();
        foreach (var set in sets)
        {
            for (var index = 0; index < set._bounds.Length; index++)
            {
                turns.Add((set._bounds[index], (index & 1) == 0 ? 1 : -1));
            }
        }

        turns.Sort();
        var (bounds, open) = (new List<int>(), 0);
        for (var index = 0; index < turns.Count; index++)
        {
            open += turns[index].Step;
            var isLast = index + 1 == turns.Count || turns[index + 1].Bound != turns[index].Bound;
            if (isLast && (open == sets.Count) != ((bounds.Count & 1) == 1))
            {
                bounds.Add(turns[index].Bound);
            }
        }

        return bounds.Count == 0 ? Empty : new CellSet([.. bounds]);
    }

    /// <summary>The cells that lie in the sides asked for.</summary>
    /// <param name="other">The right side.</param>
    /// <param name="members">A bit for each answer: in neither, only left, only right, in both.</param>
    private CellSet Combine(CellSet other, int members)
    {
        var (bounds, count) = (new int[_bounds.Length + other._bounds.Length], 0);
        for (int i = 0, j = 0; i < _bounds.Length || j < other._bounds.Length; )
        {
            var left = i < _bounds.Length ? _bounds[i] : int.MaxValue;
            var right = j < other._bounds.Length ? other._bounds[j] : int.MaxValue;
            var at = Math.Min(left, right);
            i += left == at ? 1 : 0;
            j += right == at ? 1 : 0;

            // An odd place was passed last when the walk is inside a range.
            if (((members >> ((i & 1) | ((j & 1) << 1))) & 1) != (count & 1))
            {
                bounds[count++] = at;
            }
        }

        return count == bounds.Length ? new CellSet(bounds)
            : count == 0 ? Empty
            : new CellSet(bounds[..count]);
    }
}
