namespace RgPolicy.Language.Analysis.Regions;

/// <summary>
/// The queries whose cell lies in a given set on each of a few dimensions, and anywhere on all others.
/// A condition is true on a union of boxes.
/// </summary>
internal sealed class Box
{
    public static readonly Box Everything = new([], []);

    private const int BoundsPerStep = 64;

    private Box(int[] dimensions, CellSet[] sets)
    {
        Dimensions = dimensions;
        Sets = sets;
        Weight = 1 + (sets.Sum(set => set.Bounds.Length) / BoundsPerStep);
    }

    /// <summary>The dimensions that the box narrows, rising.</summary>
    public int[] Dimensions { get; }

    /// <summary>For each of <see cref="Dimensions"/> its cells; neither empty nor all.</summary>
    public CellSet[] Sets { get; }

    /// <summary>What a look at the box costs in steps of <see cref="WorkBudget"/>: more than one where its sets have
    /// many ranges, as those of many windows do.</summary>
    public int Weight { get; }

    public static Box Of(int dimension, CellSet set) => new([dimension], [set]);

    /// <summary>A box from sets in the order of their dimensions.</summary>
    public static Box Of(IReadOnlyCollection<KeyValuePair<int, CellSet>> narrowed) =>
        new([.. narrowed.Select(pair => pair.Key)], [.. narrowed.Select(pair => pair.Value)]);

    /// <summary>Where boxes of two lists meet.</summary>
    public static IEnumerable<Box> Meet(IEnumerable<Box> left, IReadOnlyCollection<Box> right) =>
        left.SelectMany(one => right.Select(one.Intersect)).OfType<Box>();

    /// <summary>The cells on a dimension, or null for all of them.</summary>
    public CellSet? On(int dimension)
    {
        var place = Array.IndexOf(Dimensions, dimension);
        return place < 0 ? null : Sets[place];
    }

    /// <summary>The queries in both, or null when there are none.</summary>
    public Box? Intersect(Box other)
    {
        if (other.Dimensions.Length == 0 || Dimensions.Length == 0)
            return Dimensions.Length == 0 ? other : this;

        var most = Dimensions.Length + other.Dimensions.Length;
        var (dimensions, sets) = (new List<int>(most), new List<CellSet>(most));
        for (int i = 0, j = 0; i < Dimensions.Length || j < other.Dimensions.Length; )
        {
            var left = i < Dimensions.Length ? Dimensions[i] : int.MaxValue;
            var right = j < other.Dimensions.Length ? other.Dimensions[j] : int.MaxValue;
            var set =
                left == right ? Sets[i].Intersect(other.Sets[j])
                : left < right ? Sets[i]
                : other.Sets[j];
            if (set.IsEmpty)
                return null;

            dimensions.Add(Math.Min(left, right));
            sets.Add(set);
            i += left <= right ? 1 : 0;
            j += right <= left ? 1 : 0;
        }

        return new Box([.. dimensions], [.. sets]);
    }

    /// <summary>True when some query is in both.</summary>
    public bool Intersects(Box other)
    {
        for (int i = 0, j = 0; i < Dimensions.Length && j < other.Dimensions.Length; )
        {
            var (left, right) = (Dimensions[i], other.Dimensions[j]);
            if (left == right && !Sets[i].Intersects(other.Sets[j]))
                return false;

            i += left <= right ? 1 : 0;
            j += right <= left ? 1 : 0;
        }

        return true;
    }

    /// <summary>True when every query of this one is in the other.</summary>
    public bool IsInside(Box other)
    {
        for (var place = 0; place < other.Dimensions.Length; place++)
        {
            if (On(other.Dimensions[place])?.IsSubsetOf(other.Sets[place]) != true)
                return false;
        }

        return true;
    }

    /// <summary>True when the first query of a room is in the box.</summary>
    public bool Holds(Room room)
    {
        for (var place = 0; place < Dimensions.Length; place++)
        {
            if (!Sets[place].Contains(room.On(Dimensions[place]).First))
                return false;
        }

        return true;
    }
}

internal readonly record struct OwnedBox(int Owner, Box Box);

/// <summary>Queries of which every one answers a search: any of the cells on each dimension.</summary>
internal sealed class Room(CellSet[] cells, CellSet[] open)
{
    public CellSet On(int dimension) => cells[dimension];

    /// <summary>True where the search narrowed the dimension.</summary>
    public bool IsAsked(int dimension) => !cells[dimension].Equals(open[dimension]);
}
