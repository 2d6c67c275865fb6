using System.Collections.Immutable;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>
/// Ranks the values of a number signal by the bounds that a program compares it with: bound number i
/// has rank 2i + 1, what lies below it and above the bound before has rank 2i.
/// </summary>
internal sealed class NumberScale(IEnumerable<decimal> bounds)
{
    /// <summary>The bounds, ascending.</summary>
    public ImmutableArray<decimal> Bounds { get; } = [.. bounds.Distinct().Order()];

    /// <summary>Ranks are below this number.</summary>
    public int RankCount => (2 * Bounds.Length) + 1;

    /// <summary>The rank of a value.</summary>
    public int RankOf(decimal value)
    {
        var at = Bounds.BinarySearch(value);
        return at >= 0 ? (2 * at) + 1 : 2 * ~at;
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
    public RankSet SetOf(ImmutableArray<decimal> numbers) =>
        RankSet.Union(numbers.Select(number => RankSet.Of(RankOf(number))));

    /// <summary>The keys of the values between two ranks, both included.</summary>
    public KeyRange KeysOf(int lowRank, int highRank)
    {
        // An even rank lies between bounds: its ends are open.
        decimal? low = lowRank == 0 ? null : Bounds[(lowRank - 1) / 2];
        decimal? high = highRank == RankCount - 1 ? null : Bounds[highRank / 2];
        var lowKey = low is { } least ? (double)least : double.NegativeInfinity;
        var highKey = high is { } most ? (double)most : double.PositiveInfinity;
        return IsExact(low) && IsExact(high)
            ? new KeyRange(
                lowRank % 2 == 0 ? double.BitIncrement(lowKey) : lowKey,
                highRank % 2 == 0 ? double.BitDecrement(highKey) : highKey,
                true
            )
            : new KeyRange(lowKey, highKey, false);
    }

    private static bool IsExact(decimal? bound) =>
        bound is not { } number || SignalValue.IsExact(number, (double)number);
}
