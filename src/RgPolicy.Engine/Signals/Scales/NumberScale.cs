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

/// <summary>A range of <see cref="SignalValue.Key"/>s, both ends included.</summary>
/// <param name="Low">The lower end.</param>
/// <param name="High">The upper end.</param>
/// <param name="IsExact">A key that is a double without loss is in the range exactly when its number is.</param>
internal readonly record struct KeyRange(double Low, double High, bool IsExact)
{
    /// <summary>
    /// A double made from a decimal is off by at most 3 units of 2^-53; those of a value and an end together by less
    /// than this part of them.
    /// </summary>
    public const double Margin = 1.0 / (1L << 50);

    /// <summary>Whether it has no member.</summary>
    public static KeyRange None => new(double.PositiveInfinity, double.NegativeInfinity, true);

    /// <summary>All keys.</summary>
    public static KeyRange All => new(double.NegativeInfinity, double.PositiveInfinity, true);

    /// <summary>The range with all keys whose numbers may be inside.</summary>
    public KeyRange Widened => new(Low - (Math.Abs(Low) * Margin), High + (Math.Abs(High) * Margin), false);

    public bool Contains(double key) => key >= Low && key <= High;

    /// <summary>What keys tell of a number that lies near its key only: inside, outside, or null where they are too
    /// close to an end.</summary>
    public bool? Judge(double key)
    {
        var margin = Math.Abs(key) * Margin;
        if (!(key + margin >= Low && key - margin <= High))
            return false;

        return key - margin > Low && key + margin < High ? true : null;
    }
}
