namespace RgPolicy.Language.Analysis.Regions;

/// <summary>
/// The queries whose cell lies in a given set on each of a few dimensions, and anywhere on all others.
/// A condition is true on a union of boxes.
/// </summary>
internal sealed class Box
{
    /// <summary>All queries.</summary>
    public static readonly Box Everything = new([], []);

    private const int OwnBits = 48;
    private const int BoundsPerStep = 64;

    private Box(int[] dimensions, CellSet[] sets)
    {
        Dimensions = dimensions;
        Sets = sets;
        var bounds = 0;
        for (var place = 0; place < dimensions.Length; place++)
        {
            Signature |= Bit(dimensions[place]);
            bounds += sets[place].Bounds.Length;
        }

        Weight = 1 + (bounds / BoundsPerStep);
    }

    /// <summary>The dimensions that the box narrows, rising.</summary>
    public int[] Dimensions { get; }

    /// <summary>For each of <see cref="Dimensions"/> its cells; neither empty nor all.</summary>
    public CellSet[] Sets { get; }

    /// <summary>A bit for each narrowed dimension; two dimensions may share one.</summary>
    public ulong Signature { get; }

    /// <summary>What a look at the box costs in steps of <see cref="WorkBudget"/>: more than one where its sets have
    /// many ranges, as those of many windows do.</summary>
    public int Weight { get; }

    /// <summary>True when another dimension has the bit of one of these.</summary>
    public bool SharesBits => Signature >> OwnBits != 0;

    public static ulong Bit(int dimension) =>
        1UL << (dimension < OwnBits ? dimension : OwnBits + (dimension % (64 - OwnBits)));

    /// <summary>A box that narrows one dimension.</summary>
    public static Box Of(int dimension, CellSet set) => new([dimension], [set]);

    /// <summary>A box from sets in the order of their dimensions.</summary>
    public static Box Of(IReadOnlyCollection<KeyValuePair<int, CellSet>> narrowed)
    {
        var (dimensions, sets, count) = (new int[narrowed.Count], new CellSet[narrowed.Count], 0);
        foreach (var (dimension, set) in narrowed)
        {
            (dimensions[count], sets[count]) = (dimension, set);
            count++;
        }

        return new Box(dimensions, sets);
    }

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
        {
            return Dimensions.Length == 0 ? other : this;
        }

        var most = Dimensions.Length + other.Dimensions.Length;
        var (dimensions, sets, count) = (new int[most], new CellSet[most], 0);
        for (int i = 0, j = 0; i < Dimensions.Length || j < other.Dimensions.Length; )
        {
            var left = i < Dimensions.Length ? Dimensions[i] : int.MaxValue;
            var right = j < other.Dimensions.Length ? other.Dimensions[j] : int.MaxValue;
            var set =
                left == right ? Sets[i].Intersect(other.Sets[j])
                : left < right ? Sets[i]
                : other.Sets[j];
            if (set.IsEmpty)
            {
                return null;
            }

            (dimensions[count], sets[count]) = (Math.Min(left, right), set);
            count++;
            i += left <= right ? 1 : 0;
            j += right <= left ? 1 : 0;
        }

        return count == most ? new Box(dimensions, sets) : new Box(dimensions[..count], sets[..count]);
    }

    /// <summary>True when some query is in both.</summary>
    public bool Intersects(Box other)
    {
        if ((Signature & other.Signature) == 0)
        {
            return true;
        }

        for (int i = 0, j = 0; i < Dimensions.Length && j < other.Dimensions.Length; )
        {
            var (left, right) = (Dimensions[i], other.Dimensions[j]);
            if (left == right && !Sets[i].Intersects(other.Sets[j]))
            {
                return false;
            }

            i += left <= right ? 1 : 0;
            j += right <= left ? 1 : 0;
        }

        return true;
    }

    /// <summary>True when every query of this one is in the other.</summary>
    public bool IsInside(Box other)
    {
        if ((other.Signature & ~Signature) != 0)
        {
            return false;
        }

        var i = 0;
        for (var j = 0; j < other.Dimensions.Length; j++)
        {
            while (i < Dimensions.Length && Dimensions[i] < other.Dimensions[j])
            {
                i++;
            }

            if (i == Dimensions.Length || Dimensions[i] != other.Dimensions[j] || !Sets[i].IsSubsetOf(other.Sets[j]))
            {
                return false;
            }
        }

        return true;
    }
}
