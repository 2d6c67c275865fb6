using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Scales;

/// <summary>
/// The scales of all number signals of a program, laid out together to be looked up by the values' doubles. Where a value is too
/// close to a bound for doubles to tell, the decimals decide. Small whole numbers, such as words of an enum, have a table.
/// </summary>
internal sealed class NumberTable
{
    // A double made from a decimal is off by at most 3 units of 2^-53; those of a value and a bound together by less than 2^-50.
    private const double Margin = 1.0 / (1L << 50);
    private const int Lanes = 4;

    // One bound more is compared than a run has: it tells when the next run's first is too close.
    private const int LongestRun = Lanes - 1;
    private const int SmallNumbers = 128;

    private readonly ImmutableArray<NumberScale> _scales;
    private readonly NumberEntry[] _entries;
    private readonly double[] _keys;
    private readonly int[] _cells;
    private readonly ushort[] _small;

    public NumberTable(ImmutableArray<(int Ordinal, NumberScale Scale)> scales)
    {
        _scales = [.. scales.Select(pair => pair.Scale)];
        var (entries, keys, cells, small) = (new List<NumberEntry>(), new List<double>(), new List<int>(), new List<ushort>());
        foreach (var (ordinal, scale) in scales)
        {
            double[] bounds = [.. scale.Bounds.Select(bound => (double)bound)];
            var grid = new KeyGrid(bounds);
            var isSmall = scale.Bounds.All(bound => bound is >= 0 and < SmallNumbers && decimal.Truncate(bound) == bound);
            var isExact = scale.Bounds.All(bound => SignalValue.IsExact(bound, (double)bound));
            entries.Add(new NumberEntry(ordinal, keys.Count, cells.Count, isSmall ? small.Count : -1, isExact, grid));
            keys.AddRange(bounds);
            keys.AddRange(Enumerable.Repeat(double.PositiveInfinity, Lanes));
            cells.AddRange(grid.CountBelow(bounds));
            small.AddRange(Enumerable.Range(0, isSmall ? SmallNumbers : 0).Select(number => (ushort)scale.RankOf(number, 0)));
        }

        (_entries, _keys, _cells, _small) = ([.. entries], [.. keys], [.. cells], [.. small]);
    }

    public int Count => _entries.Length;

    public NumberScale this[int number] => _scales[number];

    /// <summary>The scale of a signal, or -1.</summary>
    public int Find(int ordinal) => Array.FindIndex(_entries, entry => entry.Ordinal == ordinal);

    public int OrdinalOf(int number) => _entries[number].Ordinal;

    /// <summary>Finds the ranks of some of the signals.</summary>
    /// <param name="wanted">The signals, one bit per ordinal; all known, and each with a scale.</param>
    /// <param name="values">The values.</param>
    /// <param name="ranks">Takes each rank at its scale's number.</param>
    public void Rank(ulong wanted, SignalValues values, Span<int> ranks)
    {
        // Places in these arrays come from their own entries, which were made with them.
        ref var keys = ref MemoryMarshal.GetArrayDataReference(_keys);
        ref var cells = ref MemoryMarshal.GetArrayDataReference(_cells);
        ref var valueKeys = ref MemoryMarshal.GetReference(values.Keys);
        var exact = values.Exact;
        var entries = _entries;
        ranks = ranks[..entries.Length];
        for (var number = 0; number < entries.Length; number++)
        {
            ref readonly var entry = ref entries[number];
            var bit = 1UL << entry.Ordinal;
            if ((wanted & bit) == 0)
            {
                continue;
            }

            var key = Unsafe.Add(ref valueKeys, entry.Ordinal);
            var isExact = entry.IsExact && (exact & bit) != 0;
            if (entry.Small >= 0 && isExact && key is >= 0 and < SmallNumbers)
            {
                ranks[number] = _small[entry.Small + (int)key];
                continue;
            }

            var margin = isExact ? 0 : Math.Abs(key) * Margin;
            ref var start = ref Unsafe.Add(ref cells, entry.Cells + entry.Grid.CellOf(key - margin));
            var at = start;
            if (Unsafe.Add(ref start, 1) - at > LongestRun)
            {
                at = Narrow(entry.Keys, at, Unsafe.Add(ref start, 1), key - margin);
            }

            var next = Vector256.LoadUnsafe(ref keys, (nuint)(entry.Keys + at));
            var below = Vector256.LessThan(next, Vector256.Create(key - margin)).ExtractMostSignificantBits();
            var notAbove = Vector256.LessThanOrEqual(next, Vector256.Create(key + margin)).ExtractMostSignificantBits();
            ranks[number] = isExact || below == notAbove
                ? (2 * at) + BitOperations.PopCount(below | (notAbove << Lanes))
                : _scales[number].RankOf(values[entry.Ordinal].Number, at);
        }
    }

    /// <summary>Where to compare the next few bounds, of a run with more than these.</summary>
    private int Narrow(int keys, int at, int end, double key)
    {
        while (end - at > LongestRun)
        {
            var middle = (at + end) >>> 1;
            (at, end) = _keys[keys + middle] < key ? (middle + 1, end) : (at, middle);
        }

        return at;
    }
}
