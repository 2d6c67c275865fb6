using System.Numerics;

namespace RgPolicy.Engine.Allot;

/// <summary>
/// Lays the classes' masks out in one L3 domain. Shared classes are nested: the narrowest, the pocket of the polluters,
/// lies at the low end of the widest [ICDE'18]. Exclusive ones lie beside them.
/// </summary>
internal sealed class MaskPlacer
{
    private readonly CacheHardware _hardware;
    private readonly ImmutableArray<ShareGroup> _groups;
    private readonly ulong[]? _before;
    private readonly int _domain;

    /// <param name="hardware">The processor.</param>
    /// <param name="groups">The classes.</param>
    /// <param name="before">The masks until now by class, 0 for a new one; null when nothing was laid out.</param>
    /// <param name="domain">The domain's position.</param>
    public MaskPlacer(CacheHardware hardware, ImmutableArray<ShareGroup> groups, ulong[]? before, int domain) =>
        (_hardware, _groups, _before, _domain) = (hardware, groups, before, domain);

    /// <summary>A mask for each class, every way for a class that has no business in this domain.</summary>
    public ulong[] Place()
    {
        var masks = new ulong[_groups.Length];
        Array.Fill(masks, _hardware.FullMask);
        var exclusive = Of(isExclusive: true);
        var shared = Of(isExclusive: false);
        var room = _hardware.Ways - exclusive.Sum(index => _groups[index].Ways);
        if (exclusive.Length == 0)
            Nest(shared, masks, Order(_hardware.FullMask));
        else if (_hardware is { IsSparse: true, LeastBits: 1 })
            PlaceSparse(exclusive, shared, masks);
        else
            PlaceRuns(exclusive, shared, room, masks);

        return masks;
    }

    private int[] Of(bool isExclusive) =>
        [
            .. Enumerable
                .Range(0, _groups.Length)
                .Where(index => _groups[index].IsExclusive == isExclusive && _groups[index].IsIn(_domain)),
        ];

    private bool IsMirrored =>
        (_hardware.ShareableBits & 1) != 0 && (_hardware.ShareableBits & (1UL << (_hardware.Ways - 1))) == 0;

    private void PlaceRuns(int[] exclusive, int[] shared, int room, ulong[] masks)
    {
        var nest = shared.Length == 0 ? 0 : Math.Min(room, shared.Max(index => _groups[index].Ways));
        Span<WayItem> items = stackalloc WayItem[exclusive.Length + (nest > 0 ? 1 : 0)];
        for (var index = 0; index < exclusive.Length; index++)
            items[index] = ItemOf(Before(exclusive[index]), _groups[exclusive[index]].Ways, 1, isShared: false);

        if (nest > 0)
        {
            items[^1] = ItemOf(
                shared.Aggregate(0UL, (all, index) => all | Before(index)),
                nest,
                shared.Length,
                isShared: true
            );
        }

        Span<int> starts = stackalloc int[items.Length];
        WayPacker.Place(items, _hardware.Ways, Mirror(_hardware.ShareableBits), starts);
        for (var index = 0; index < exclusive.Length; index++)
            masks[exclusive[index]] = Mirror(CacheHardware.MaskOf(starts[index], items[index].Size));

        if (nest > 0)
            Nest(shared, masks, Order(Mirror(CacheHardware.MaskOf(starts[^1], nest))));
    }

    private WayItem ItemOf(ulong before, int size, int weight, bool isShared)
    {
        var mask = Mirror(before);
        return mask == 0
            ? new WayItem(size, weight, isShared, -1, 0)
            : new WayItem(size, weight, isShared, BitOperations.TrailingZeroCount(mask), BitOperations.PopCount(mask));
    }

    /// <summary>Each keeps the ways that it has; what it needs more comes from those that no pool had,
    /// then from the others' end.</summary>
    private void PlaceSparse(int[] exclusive, int[] shared, ulong[] masks)
    {
        var kept = exclusive.Aggregate(0UL, (all, index) => all | Before(index));
        var nested = shared.Aggregate(0UL, (all, index) => all | Before(index));
        var free = _hardware.FullMask;
        foreach (var index in exclusive.OrderBy(index => Before(index) == 0))
        {
            var mask = Take(_groups[index].Ways, Before(index) & free, free & ~kept & ~nested, free & ~kept, free);
            masks[index] = mask;
            free &= ~mask;
        }

        Nest(shared, masks, Order(free));
    }

    /// <summary>Ways from the first source that has some, the highest first; those of other hardware
    /// last of each source.</summary>
    private ulong Take(int count, params ulong[] sources)
    {
        var taken = 0UL;
        foreach (var source in sources)
        {
            taken = TakeFrom(source & ~_hardware.ShareableBits & ~taken, count, taken);
            taken = TakeFrom(source & _hardware.ShareableBits & ~taken, count, taken);
        }

        return taken;
    }

    private static ulong TakeFrom(ulong source, int count, ulong taken)
    {
        while (source != 0 && BitOperations.PopCount(taken) < count)
        {
            var highest = 1UL << (63 - BitOperations.LeadingZeroCount(source));
            (source, taken) = (source & ~highest, taken | highest);
        }

        return taken;
    }

    /// <summary>The ways of an area in the order in which nested classes take them, as bits.</summary>
    private List<ulong> Order(ulong area)
    {
        var ways = new List<ulong>(_hardware.Ways);
        for (var way = 0; way < _hardware.Ways; way++)
        {
            var bit = Mirror(1UL << way);
            if ((area & bit) != 0)
                ways.Add(bit);
        }

        return _hardware.IsSparse && _hardware.LeastBits == 1
            ? [.. ways.OrderBy(bit => (bit & _hardware.ShareableBits) != 0)]
            : ways;
    }

    private void Nest(int[] shared, ulong[] masks, List<ulong> order)
    {
        foreach (var index in shared)
        {
            var mask = 0UL;
            for (var way = 0; way < Math.Min(_groups[index].Ways, order.Count); way++)
                mask |= order[way];

            masks[index] = mask;
        }
    }

    private ulong Before(int index) => _before is null ? 0 : _before[index];

    /// <summary>The same mask seen from the other end, where narrow classes would otherwise lie on the
    /// ways of other hardware.</summary>
    private ulong Mirror(ulong mask)
    {
        if (!IsMirrored)
            return mask;

        var mirrored = 0UL;
        for (var way = 0; way < _hardware.Ways; way++)
            mirrored |= (mask >> way & 1) << (_hardware.Ways - 1 - way);

        return mirrored;
    }
}

/// <summary>Neighbouring ways that are to be placed in one domain: an exclusive class's, or the nest of
/// all shared classes.</summary>
/// <param name="Size">Ways; at least 1.</param>
/// <param name="Weight">How many classes change when it moves.</param>
/// <param name="IsShared">It is the nest: at the low end, where narrow classes begin.</param>
/// <param name="Before">Its first way until now, or -1.</param>
/// <param name="SizeBefore">Its size until now.</param>
internal readonly record struct WayItem(int Size, int Weight, bool IsShared, int Before, int SizeBefore)
{
    public bool WasPlaced => Before >= 0;
}
