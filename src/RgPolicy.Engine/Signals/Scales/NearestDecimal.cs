using System.Numerics;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>Exact passage between rationals and decimals.</summary>
internal static class NearestDecimal
{
    private const int GreatestScale = 28;
    private static readonly BigInteger GreatestMantissa = (BigInteger.One << 96) - 1;

    /// <summary>The greatest decimal that is not above the constant, or null when every decimal is above it.</summary>
    public static decimal? NotAbove(Rational constant)
    {
        decimal? best = null;
        for (var scale = 0; scale <= GreatestScale; scale++)
        {
            var mantissa = (constant * BigInteger.Pow(10, scale)).Floor();
            mantissa = BigInteger.Min(mantissa, GreatestMantissa);
            if (mantissa >= -GreatestMantissa && Compose(mantissa, scale) is var candidate && !(candidate <= best))
                best = candidate;
        }

        return best;
    }

    /// <summary>The decimal's exact value.</summary>
    public static Rational ToRational(decimal number)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(number, bits);
        var mantissa = ((BigInteger)(uint)bits[2] << 64) | ((BigInteger)(uint)bits[1] << 32) | (uint)bits[0];
        var scale = (bits[3] >> 16) & 0xFF;
        return new Rational(number < 0 ? -mantissa : mantissa, BigInteger.Pow(10, scale));
    }

    private static decimal Compose(BigInteger mantissa, int scale)
    {
        var size = BigInteger.Abs(mantissa);
        var low = unchecked((int)(uint)(size & uint.MaxValue));
        var middle = unchecked((int)(uint)((size >> 32) & uint.MaxValue));
        var high = unchecked((int)(uint)(size >> 64));
        return new decimal(low, middle, high, mantissa.Sign < 0, (byte)scale);
    }
}
