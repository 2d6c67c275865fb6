using System.Globalization;
using System.Numerics;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>Writes numbers that have finitely many decimal digits.</summary>
internal static class DecimalText
{
    public static string Of(Rational number)
    {
        var digits = 0;
        var scaled = number;
        while (!scaled.IsWhole)
        {
            scaled *= 10;
            digits++;
        }

        var text = BigInteger.Abs(scaled.Numerator).ToString(CultureInfo.InvariantCulture).PadLeft(digits + 1, '0');
        var sign = scaled.Numerator.Sign < 0 ? "-" : "";
        return digits == 0 ? sign + text : $"{sign}{text[..^digits]}.{text[^digits..]}";
    }
}
