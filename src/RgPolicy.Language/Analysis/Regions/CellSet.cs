namespace RgPolicy.Language.Analysis.Regions;

/// <summary>A set of cells of one dimension: sorted ranges that neither meet nor overlap.</summary>
internal sealed class CellSet : IEquatable<CellSet>
{
    private const int MostOnStack = 1_024;

    // INVARIANT: strictly rising; even places begin a range, odd places are its exclusive end.
    private readonly int[] _bounds;

    private CellSet(int[] bounds) => _bounds = bounds;

    public static CellSet Empty { get; } = new([]);

    public bool IsEmpty => _bounds.Length == 0;

    /// <summary>The least cell; asked of sets that are not empty.</summary>
    public int First => _bounds[0];

    /// <summary>The cell behind the last; 0 for the empty set.</summary>
    public int End => _bounds.Length == 0 ? 0 : _bounds[^1];

    public int Count
    {
        get
        {
            var count = 0;
            for (var index = 0; index < _bounds.Length; index += 2)
                count += _bounds[index + 1] - _bounds[index];

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

    public static CellSet Union(IEnumerable<CellSet> sets)
    {
        var ranges = new List<(int Begin, int End)>();
        foreach (var set in sets)
        {
            for (var index = 0; index < set._bounds.Length; index += 2)
                ranges.Add((set._bounds[index], set._bounds[index + 1]));
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

    public IEnumerable<int> Cells()
    {
        for (var index = 0; index < _bounds.Length; index += 2)
        {
            for (var cell = _bounds[index]; cell < _bounds[index + 1]; cell++)
                yield return cell;
        }
    }

    public bool Contains(int cell)
    {
        // Inside, an odd number of bounds is at or below the cell.
        var place = Array.BinarySearch(_bounds, cell);
        return ((place < 0 ? ~place : place + 1) & 1) == 1;
    }

    public bool Intersects(CellSet other)
    {
        int[] left = _bounds,
            right = other._bounds;
        for (int i = 0, j = 0; i < left.Length && j < right.Length; )
        {
            if (left[i] < right[j + 1] && right[j] < left[i + 1])
                return true;

            if (left[i + 1] <= right[j + 1])
                i += 2;
            else
                j += 2;
        }

        return false;
    }

    public bool IsSubsetOf(CellSet other)
    {
        int[] left = _bounds,
            right = other._bounds;
        var j = 0;
        for (var i = 0; i < left.Length; i += 2)
        {
            while (j < right.Length && right[j + 1] < left[i + 1])
                j += 2;

            if (j >= right.Length || right[j] > left[i])
                return false;
        }

        return true;
    }

    public CellSet Intersect(CellSet other) => IsSubsetOf(other) ? this : Combine(other, isBoth: true);

    public CellSet Except(CellSet other) => Intersects(other) ? Combine(other, isBoth: false) : this;

    public bool Equals(CellSet? other) => other is not null && _bounds.AsSpan().SequenceEqual(other._bounds);

    public override bool Equals(object? obj) => Equals(obj as CellSet);

    public override int GetHashCode() => _bounds.Aggregate(0, HashCode.Combine);

    /// <summary>The cells of this set that lie in the other one too, or that do not.</summary>
    private CellSet Combine(CellSet other, bool isBoth)
    {
        var most = _bounds.Length + other._bounds.Length;
        var bounds = most <= MostOnStack ? stackalloc int[most] : new int[most];
        var count = 0;
        for (int i = 0, j = 0; i < _bounds.Length || j < other._bounds.Length; )
        {
            var left = i < _bounds.Length ? _bounds[i] : int.MaxValue;
            var right = j < other._bounds.Length ? other._bounds[j] : int.MaxValue;
            var at = Math.Min(left, right);
            i += left == at ? 1 : 0;
            j += right == at ? 1 : 0;

            // An odd place was passed last when the walk is inside a range.
            var isInside = (i & 1) == 1 && (j & 1) == (isBoth ? 1 : 0);
            if (isInside != ((count & 1) == 1))
                bounds[count++] = at;
        }

        return count == 0 ? Empty : new CellSet(bounds[..count].ToArray());
    }
}
