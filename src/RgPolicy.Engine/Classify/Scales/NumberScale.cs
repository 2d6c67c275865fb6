using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Scales;

/// <summary>
/// Ranks the values of a number signal by the bounds that a program compares it with: bound number i has rank 2i + 1, what lies
/// below it and above the bound before has rank 2i. Looked up by the value's double; where that is too close to a bound's to
/// tell, the decimals decide. Small whole numbers, such as words of an enum, are looked up at once.
/// </summary>
internal sealed class NumberScale
{
    // A double made from a decimal is off by at most 3 units of 2^-53; those of a value and a bound together by less than 2^-50.
    private const double Margin = 1.0 / (1L << 50);
    private const int Lanes = 4;
    private const int ShortRun = 2 * Lanes;
    private const int SmallNumbers = 128;

    private readonly decimal[] _bounds;
    private readonly double[] _keys;
    private readonly KeyCells _cells;
    private readonly ushort[] _small;

    public NumberScale(IEnumerable<decimal> bounds)
    {
        _bounds = [.. bounds.Distinct().Order()];
        _keys = [.. _bounds.Select(bound => (double)bound), .. Enumerable.Repeat(double.PositiveInfinity, ShortRun)];
        _cells = new KeyCells(_keys.AsSpan(0, _bounds.Length));
        RankCount = (2 * _bounds.Length) + 1;
        var isSmall = _bounds.All(bound => bound >= 0 && bound < SmallNumbers && decimal.Truncate(bound) == bound);
        _small = isSmall ? [.. Enumerable.Range(0, SmallNumbers).Select(number => (ushort)ExactRank(0, number))] : [];
    }

    /// <summary>Ranks are below this number.</summary>
    public int RankCount { get; }

    /// <summary>The rank of the value of a signal.</summary>
    public int RankOf(SignalValues values, int ordinal)
    {
        var key = values.KeyOf(ordinal);
        if (key < _small.Length && key >= 0 && values.HasExactKey(ordinal))
        {
            return _small[(int)key];
        }

        var margin = Math.Abs(key) * Margin;
        var least = key - margin;
        var at = CountBelow(least);
        return _keys[at] > key + margin ? 2 * at : ExactRank(at, values[ordinal].Number);
    }

    /// <summary>The ranks of the values in a range whose ends are bounds of this scale.</summary>
    public RankSet SetOf(NumberRange range)
    {
        var low = range.Low is { } least ? RankOf(least) + (range.LowIsOpen ? 1 : 0) : 0;
        var high = range.High is { } most ? RankOf(most) - (range.HighIsOpen ? 1 : 0) : RankCount - 1;
        var inside = RankSet.Between(low, high);
        return range.IsComplement ? inside.Complement(RankCount) : inside;
    }

    /// <summary>The ranks of a few bounds of this scale.</summary>
    public RankSet SetOf(ImmutableArray<decimal> numbers) => RankSet.Union(numbers.Select(number => RankSet.Of(RankOf(number))));

    private int RankOf(decimal bound) => (2 * Array.BinarySearch(_bounds, bound)) + 1;

    /// <summary>How many bounds are below a number: from a guess on, those of the next few that are.</summary>
    private int CountBelow(double number)
    {
        var (at, end) = _cells.Find(number);
        while (end - at > ShortRun)
        {
            var middle = (at + end) >>> 1;
            (at, end) = _keys[middle] < number ? (middle + 1, end) : (at, middle);
        }

        ref var keys = ref MemoryMarshal.GetArrayDataReference(_keys);
        var wanted = Vector256.Create(number);
        var first = Vector256.LessThan(Vector256.LoadUnsafe(ref keys, (nuint)at), wanted).ExtractMostSignificantBits();
        var second = Vector256.LessThan(Vector256.LoadUnsafe(ref keys, (nuint)(at + Lanes)), wanted).ExtractMostSignificantBits();
        return at + BitOperations.PopCount(first | (second << Lanes));
    }

    private int ExactRank(int at, decimal value)
    {
        while (at < _bounds.Length && _bounds[at] < value)
        {
            at++;
        }

        return (2 * at) + (at < _bounds.Length && _bounds[at] == value ? 1 : 0);
    }
}
