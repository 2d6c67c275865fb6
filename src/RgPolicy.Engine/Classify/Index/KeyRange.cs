using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>A range of <see cref="SignalValue.Key"/>s, both ends included, that has the keys of all numbers of a range
/// of decimals, and of some beside them.</summary>
internal readonly record struct KeyRange(double Low, double High)
{
    // A double made from a decimal is off by at most 3 units of 2^-53; those of a value and an end together by less
    // than this part of them.
    private const double Margin = 1.0 / (1L << 50);

    /// <summary>The keys from one decimal to another; null for no end.</summary>
    public static KeyRange Between(decimal? low, decimal? high) =>
        new(
            low is { } least ? Below((double)least) : double.NegativeInfinity,
            high is { } most ? -Below(-(double)most) : double.PositiveInfinity
        );

    /// <summary>The keys of a range's members, or of all others; null where they lie on both sides of what is left
    /// out.</summary>
    public static KeyRange? Of(NumberRange range, bool isNegated) =>
        (range.IsComplement == isNegated, range.Low, range.High) switch
        {
            (true, var low, var high) => Between(low, high),
            (false, null, { } high) => Between(high, null),
            (false, { } low, null) => Between(null, low),
            _ => null,
        };

    /// <summary>Whether a key lies inside.</summary>
    public bool Contains(double key) => key >= Low && key <= High;

    private static double Below(double key) => key - (Math.Abs(key) * 2 * Margin);
}
