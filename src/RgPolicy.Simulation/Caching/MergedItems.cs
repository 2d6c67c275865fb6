namespace RgPolicy.Simulation.Caching;

/// <summary>
/// Items of one class whose lines are read about equally often, taken as one: mixes of many queries have thousands.
/// What an item's own rate makes of its hit ratio is told apart to the first order, so an error is of the second.
/// </summary>
internal sealed class MergedItems
{
    // Rates of a line that are taken as one differ by a tenth.
    private const double BinsOfE = 10;

    private readonly Dictionary<(int Class, int Bin), int> _bins = [];
    private readonly List<CacheItem> _merged = [];
    private int[] _places = [];

    /// <summary>Those that are taken as one, in the order in which they came.</summary>
    public ReadOnlySpan<CacheItem> Merge(ReadOnlySpan<CacheItem> items)
    {
        _bins.Clear();
        _merged.Clear();
        if (_places.Length < items.Length)
            _places = new int[items.Length];
        for (var index = 0; index < items.Length; index++)
            _places[index] = PlaceOf(items[index]);
        return System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_merged);
    }

    /// <summary>The part of accesses that find their line, from those of what they were merged into.</summary>
    /// <param name="items">The items.</param>
    /// <param name="hits">Takes them.</param>
    /// <param name="merged">Of each merged item: the hit ratio, and how fast it grows with the logarithm of the
    /// rate.</param>
    public void Spread(
        ReadOnlySpan<CacheItem> items,
        Span<double> hits,
        ReadOnlySpan<(double Hits, double Growth)> merged
    )
    {
        for (var index = 0; index < items.Length; index++)
        {
            var (item, place) = (items[index], _places[index]);
            var apart = item.Rate > 0 ? (item.Rate / item.Lines * _merged[place].Lines / _merged[place].Rate) - 1 : 0;
            hits[index] = Math.Clamp(merged[place].Hits + (merged[place].Growth * apart), 0, 1);
        }
    }

    // A circle is there or not: two that are nearly alike are not one.
    private int PlaceOf(in CacheItem item)
    {
        if (item.IsCyclic || item.Rate <= 0)
        {
            _merged.Add(item);
            return _merged.Count - 1;
        }

        var key = (item.Class, (int)Math.Floor(Math.Log(item.Rate / item.Lines) * BinsOfE));
        if (!_bins.TryGetValue(key, out var place))
        {
            _bins.Add(key, place = _merged.Count);
            _merged.Add(item);
            return place;
        }

        var sum = _merged[place];
        _merged[place] = sum with { Lines = sum.Lines + item.Lines, Rate = sum.Rate + item.Rate };
        return place;
    }
}
