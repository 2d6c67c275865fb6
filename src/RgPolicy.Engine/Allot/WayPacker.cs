using System.Numerics;

namespace RgPolicy.Engine.Allot;

/// <summary>
/// Places runs of ways beside each other. What was placed before stays, unless something else cannot be
/// placed then: the least number of ways, times the classes that have them, is moved. Exclusive runs
/// stay off the ways that other hardware fills, where that costs no move.
/// </summary>
internal ref struct WayPacker
{
    /// <summary>Up to so many runs every choice of those that stay is tried; beyond, only the choices
    /// with at most one moved.</summary>
    private const int MostForAllChoices = 5;

    private readonly ReadOnlySpan<WayItem> _items;
    private readonly int _ways;
    private readonly ulong _shareable;
    private readonly Span<int> _trial;
    private readonly Span<int> _best;
    private long _bestCost;
    private long _least;

    private WayPacker(ReadOnlySpan<WayItem> items, int ways, ulong shareable, Span<int> trial, Span<int> best)
    {
        _items = items;
        _ways = ways;
        _shareable = shareable;
        _trial = trial;
        _best = best;
        _bestCost = long.MaxValue;
    }

    /// <summary>First ways, by item. All items together must fit.</summary>
    public static void Place(ReadOnlySpan<WayItem> items, int ways, ulong shareable, Span<int> starts)
    {
        Span<int> trial = stackalloc int[items.Length];
        var packer = new WayPacker(items, ways, shareable, trial, starts);
        packer.PlaceAnew();
        if (AnyPlaced(items))
            packer.PlaceWithFewMoves();
    }

    private static bool AnyPlaced(ReadOnlySpan<WayItem> items)
    {
        foreach (var item in items)
        {
            if (item.WasPlaced)
                return true;
        }

        return false;
    }

    /// <summary>
    /// The nest at the low end and exclusive runs at the other, below the ways of other hardware if
    /// there is room; else the exclusive runs first, so that only the widest shared class reaches those ways.
    /// </summary>
    private void PlaceAnew()
    {
        var (shared, exclusive) = (0, 0);
        foreach (var item in _items)
            (shared, exclusive) = item.IsShared ? (shared + item.Size, exclusive) : (shared, exclusive + item.Size);

        var free = _shareable == 0 ? _ways : BitOperations.TrailingZeroCount(_shareable);
        var isAbove = shared + exclusive <= free;
        var next = isAbove ? Math.Min(free, _ways) - exclusive : 0;
        for (var index = 0; index < _items.Length; index++)
        {
            _trial[index] = _items[index].IsShared ? (isAbove ? 0 : exclusive) : next;
            next += _items[index].IsShared ? 0 : _items[index].Size;
        }

        Judge();
    }

    private void PlaceWithFewMoves()
    {
        if (_items.Length <= MostForAllChoices)
        {
            for (var moved = 0; moved < 1 << _items.Length; moved++)
                Try((ulong)moved);

            return;
        }

        Try(0);
        for (var one = 0; one < _items.Length; one++)
            Try(1UL << one);
    }

    /// <summary>Keeps all but these and what is new, each at its low or its high end, and puts the
    /// others into the gaps.</summary>
    private void Try(ulong moved)
    {
        for (var index = 0; index < _items.Length; index++)
            moved |= _items[index].WasPlaced ? 0 : 1UL << index;

        _least = CostOf(moved);
        if (_least < _bestCost)
            Keep(0, moved, 0);
    }

    private long CostOf(ulong moved)
    {
        var cost = 0L;
        for (var index = 0; index < _items.Length; index++)
        {
            var isMoved = _items[index].WasPlaced && (moved >> index & 1) != 0;
            cost += isMoved ? 128L * _items[index].Size * _items[index].Weight : 0;
        }

        return cost;
    }

    private void Keep(int index, ulong moved, ulong taken)
    {
        if (index == _items.Length)
        {
            Fill(0, moved, taken);
            return;
        }

        if ((moved >> index & 1) != 0)
        {
            Keep(index + 1, moved, taken);
            return;
        }

        var item = _items[index];
        KeepAt(item.Before, index, moved, taken);
        // The nest's classes begin at its low end: only there do they stay as they are.
        if (!item.IsShared && item.Size != item.SizeBefore)
            KeepAt(item.Before + item.SizeBefore - item.Size, index, moved, taken);
    }

    private void KeepAt(int start, int index, ulong moved, ulong taken)
    {
        var item = _items[index];
        var mask = CacheHardware.MaskOf(Math.Max(start, 0), item.Size);
        if (start >= 0 && start + item.Size <= _ways && (mask & taken) == 0)
        {
            _trial[index] = start;
            Keep(index + 1, moved, taken | mask);
        }
    }

    /// <summary>Every place at an end of a gap is tried for each moved run.</summary>
    private void Fill(int index, ulong moved, ulong taken)
    {
        while (index < _items.Length && (moved >> index & 1) == 0)
            index++;

        if (index == _items.Length)
        {
            Judge();
            return;
        }

        var size = _items[index].Size;
        for (var start = 0; start + size <= _ways && _bestCost > _least; start++)
        {
            var mask = CacheHardware.MaskOf(start, size);
            if ((mask & taken) == 0 && IsAtEnd(start, size, taken))
            {
                _trial[index] = start;
                Fill(index + 1, moved, taken | mask);
            }
        }
    }

    private readonly bool IsAtEnd(int start, int size, ulong taken) =>
        start == 0 || start + size == _ways || (taken >> (start - 1) & 1) != 0 || (taken >> (start + size) & 1) != 0;

    private void Judge()
    {
        var cost = 0L;
        for (var index = 0; index < _items.Length; index++)
            cost += CostAt(_items[index], _trial[index]);

        if (cost < _bestCost)
        {
            _bestCost = cost;
            _trial.CopyTo(_best);
        }
    }

    private readonly long CostAt(WayItem item, int start)
    {
        var isKept =
            !item.WasPlaced
            || start == item.Before
            || (!item.IsShared && start + item.Size == item.Before + item.SizeBefore);
        var overlap = item.IsShared ? 0 : BitOperations.PopCount(CacheHardware.MaskOf(start, item.Size) & _shareable);
        return (isKept ? 0 : 128L * item.Size * item.Weight) + overlap;
    }
}
