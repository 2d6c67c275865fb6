namespace RgPolicy.Engine.Signals.Scales;

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
        {
            return false;
        }

        return key - margin > Low && key + margin < High ? true : null;
    }
}
