using System.Numerics;

namespace RgPolicy.Simulation.Caching;

/// <summary>
/// One last-level cache under capacity masks. The oldest line of its ways makes room for a new one, so a class fills
/// where lines
/// grow oldest: ways where others turn lines over faster than it does are no use to it. What results is the max-min
/// fair
/// distribution of characteristic times over the ways: the group of classes and ways with the shortest common time is
/// settled
/// first, then the rest without its ways.
/// </summary>
internal sealed class CacheModel
{
    // Fewer are solved one by one.
    private const int MostApart = 96;

    private readonly MergedItems _merged = new();
    private (double Hits, double Growth)[] _mergedHits = [];
    private readonly double _sets;
    private readonly ulong[] _masks;
    private readonly ulong[] _unions;
    private readonly double[] _guesses;
    private readonly double[] _streams;
    private readonly double[] _times;

    /// <param name="sets">Sets.</param>
    /// <param name="masks">The mask of each class; none is empty, and at most 64.</param>
    public CacheModel(double sets, ulong[] masks)
    {
        (_sets, _masks, _unions) = (sets, masks, MaskUnions.Of(masks));
        _streams = new double[masks.Length];
        _times = new double[masks.Length * ErlangTable.Nodes];
        _guesses = new double[_unions.Length * ErlangTable.Nodes];
    }

    /// <summary>Lines per second that each class reads once.</summary>
    public Span<double> Streams => _streams;

    /// <summary>How long lines of a class stay, at each node of the distribution; infinite where everything
    /// fits.</summary>
    public ReadOnlySpan<double> Times(int index) => _times.AsSpan(index * ErlangTable.Nodes, ErlangTable.Nodes);

    /// <summary>The part of accesses to each item that find their line.</summary>
    public void Solve(ReadOnlySpan<CacheItem> items, Span<double> hits)
    {
        if (items.Length > MostApart)
        {
            SolveMerged(items, hits);
            return;
        }

        for (var node = 0; node < ErlangTable.Nodes; node++)
            Settle(items, node);

        for (var index = 0; index < items.Length; index++)
            hits[index] = HitRatio(items[index]);
    }

    /// <summary>The part of accesses to an item that find their line, when lines stay as long as was found
    /// last.</summary>
    public double HitRatio(in CacheItem item)
    {
        var sum = 0.0;
        foreach (var time in Times(item.Class))
            sum += item.HitRatio(time);
        return sum / ErlangTable.Nodes;
    }

    private void SolveMerged(ReadOnlySpan<CacheItem> items, Span<double> hits)
    {
        var merged = _merged.Merge(items);
        for (var node = 0; node < ErlangTable.Nodes; node++)
            Settle(merged, node);

        if (_mergedHits.Length < merged.Length)
            _mergedHits = new (double, double)[merged.Length * 2];
        for (var index = 0; index < merged.Length; index++)
        {
            var (sum, growth) = (0.0, 0.0);
            foreach (var time in Times(merged[index].Class))
            {
                sum += merged[index].HitRatio(time);
                growth += merged[index].HitGrowth(time);
            }

            _mergedHits[index] = (sum / ErlangTable.Nodes, growth / ErlangTable.Nodes);
        }

        _merged.Spread(items, hits, _mergedHits);
    }

    private void Settle(ReadOnlySpan<CacheItem> items, int node)
    {
        var (open, taken, last) = (_masks.Length >= 64 ? ulong.MaxValue : (1UL << _masks.Length) - 1, 0UL, 0.0);
        while (open != 0)
        {
            var (shortest, group, ways) = (double.PositiveInfinity, open, ulong.MaxValue);
            for (var index = 0; index < _unions.Length; index++)
            {
                var members = MembersOf(_unions[index] | taken, open);
                if (members == 0)
                    continue;
                var time = TimeOf(items, index, node, members, taken);
                if (time < shortest)
                    (shortest, group, ways) = (time, members, _unions[index]);
            }

            // Nothing is turned over faster than in ways that were settled before and that it may use too.
            last = (ways & taken) != 0 ? Math.Max(last, shortest) : shortest;
            for (var left = group; left != 0; left &= left - 1)
                _times[(BitOperations.TrailingZeroCount(left) * ErlangTable.Nodes) + node] = last;
            (open, taken) = (open & ~group, taken | ways);
        }
    }

    private double TimeOf(ReadOnlySpan<CacheItem> items, int union, int node, ulong members, ulong taken)
    {
        var room = ErlangTable.Of(BitOperations.PopCount(_unions[union] & ~taken))[node] * _sets;
        ref var guess = ref _guesses[(union * ErlangTable.Nodes) + node];
        return guess = CharacteristicTime.Find(items, _streams, members, room, guess);
    }

    private ulong MembersOf(ulong ways, ulong open)
    {
        var members = 0UL;
        for (var index = 0; index < _masks.Length; index++)
        {
            if ((open & (1UL << index)) != 0 && (_masks[index] & ~ways) == 0)
                members |= 1UL << index;
        }

        return members;
    }
}

/// <summary>The ways that groups of overlapping masks have together: where a common characteristic time can
/// arise.</summary>
internal static class MaskUnions
{
    // Contiguous masks of 16 classes have at most 136 unions; masks with holes may have more, of which the first are
    // enough.
    private const int Most = 1024;

    /// <summary>Every union of masks that overlap, each once.</summary>
    public static ulong[] Of(IReadOnlyCollection<ulong> masks)
    {
        var found = new HashSet<ulong>(masks);
        var open = new Queue<ulong>(found.OrderBy(BitOperations.PopCount));
        while (open.TryDequeue(out var union))
        {
            foreach (var mask in masks)
            {
                if ((union & mask) != 0 && found.Count < Most && found.Add(union | mask))
                    open.Enqueue(union | mask);
            }
        }

        return [.. found.OrderBy(BitOperations.PopCount).ThenBy(each => each)];
    }
}
