using System.Globalization;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Numbers of plans. Up to 15 digits and a power of ten up to 15 are both exact in a double, so one multiplication or division gives the
/// correctly rounded result; everything else goes the long way.
/// </summary>
internal static class PlainNumber
{
    private const int MostDigits = 15;

    private static readonly double[] Powers =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

    /// <summary>The number, or not a number where the text is none.</summary>
    public static double Parse(ReadOnlySpan<char> text)
    {
        long digits = 0;
        var whole = Digits(text, ref digits);
        var fraction = 0;
        var end = whole;
        if (whole > 0 && whole < text.Length && text[whole] == '.')
        {
            fraction = Digits(text[(whole + 1)..], ref digits);
            end += 1 + fraction;
        }

        var isPlain = end == text.Length && whole > 0 && whole + fraction <= MostDigits;
        return isPlain ? digits / Powers[fraction] : Parsed(text);
    }

    /// <summary>Digits at the beginning, taken into the number.</summary>
    private static int Digits(ReadOnlySpan<char> text, ref long number)
    {
        var at = 0;
        while (at < text.Length && at <= MostDigits && char.IsAsciiDigit(text[at]))
            number = (number * 10) + (text[at++] - '0');
        return at;
    }

    private static double Parsed(ReadOnlySpan<char> text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : double.NaN;
}
