using System.Numerics;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Fractions that can be written with finitely many decimal digits.</summary>
internal static class Decimals
{
    public static bool IsDecimal(Rational number)
    {
        if (number.IsWhole)
        {
            return true;
        }

        var rest = number.Denominator;
        foreach (var prime in (ReadOnlySpan<int>)[2, 5])
        {
            while ((rest % prime).IsZero)
            {
                rest /= prime;
            }
        }

        return rest.IsOne;
    }

    /// <summary>A decimal strictly between two numbers, with as few digits as there can be.</summary>
    public static Rational Between(Rational low, Rational high)
    {
        for (BigInteger scale = 1; ; scale *= 10)
        {
            var next = (low * scale).Floor() + 1;
            var candidate = new Rational(next, scale);
            if (candidate < high)
            {
                return candidate;
            }
        }
    }
}
