using System.Collections.Immutable;
using System.Numerics;
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
    private const int ShortRun = 2 * Lanes;
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
            var grid = new KeyCells(bounds);
            var isSmall = scale.Bounds.All(bound => bound is >= 0 and < SmallNumbers && decimal.Truncate(bound) == bound);
            entries.Add(new NumberEntry(
                ordinal, keys.Count, cells.Count, grid.Below.Length - 2, grid.Shift, isSmall ? small.Count : -1, grid.First));
            keys.AddRange(bounds);
            keys.AddRange(Enumerable.Repeat(double.PositiveInfinity, ShortRun));
            cells.AddRange(grid.Below);
            small.AddRange(Enumerable.Range(0, isSmall ? SmallNumbers : 0).Select(number => (ushort)scale.RankOf(number, 0)));
        }

        (_entries, _keys, _cells, _small) = ([.. entries], [.. keys], [.. cells], [.. small]);
    }

    public int Count => _entries.Length;

    public NumberScale this[int number] => _scales[number];

    /// <summary>The scale of a signal, or -1.</summary>
    public int Find(int ordinal) => Array.FindIndex(_entries, entry => entry.Ordinal == ordinal);

    public int OrdinalOf(int number) => _entries[number].Ordinal;

    /// <summary>The rank of the known value of a scale's signal.</summary>
    public int RankOf(int number, SignalValues values)
    {
        ref readonly var entry = ref _entries[number];
        var key = values.KeyOf(entry.Ordinal);
        if (entry.Small >= 0 && key is >= 0 and < SmallNumbers && values.HasExactKey(entry.Ordinal))
        {
            return _small[entry.Small + (int)key];
        }

        var margin = Math.Abs(key) * Margin;
        var at = CountBelow(in entry, key - margin);
        return _keys[entry.Keys + at] > key + margin ? 2 * at : _scales[number].RankOf(values[entry.Ordinal].Number, at);
    }

    /// <summary>How many bounds are below a number: from a guess on, those of the next few that are.</summary>
    private int CountBelow(in NumberEntry entry, double number)
    {
        // Whatever is not above the smallest positive bound's cell, negative numbers among them, falls into the first.
        var cell = entry.Cells + (int)Math.Clamp((BitConverter.DoubleToInt64Bits(number) >> entry.Shift) - entry.FirstCell, 0, entry.LastCell);
        var (at, end) = (_cells[cell], _cells[cell + 1]);
        while (end - at > ShortRun)
        {
            var middle = (at + end) >>> 1;
            (at, end) = _keys[entry.Keys + middle] < number ? (middle + 1, end) : (at, middle);
        }

        ref var keys = ref MemoryMarshal.GetArrayDataReference(_keys);
        var start = (nuint)(entry.Keys + at);
        var wanted = Vector256.Create(number);
        var first = Vector256.LessThan(Vector256.LoadUnsafe(ref keys, start), wanted).ExtractMostSignificantBits();
        var second = Vector256.LessThan(Vector256.LoadUnsafe(ref keys, start + Lanes), wanted).ExtractMostSignificantBits();
        return at + BitOperations.PopCount(first | (second << Lanes));
    }
}
