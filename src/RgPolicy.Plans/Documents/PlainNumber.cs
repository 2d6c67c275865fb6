using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Numbers of plans. Up to 15 digits and a power of ten up to 15 are both exact in a double, so one
/// multiplication or division gives the correctly rounded result; everything else goes the long way.
/// </summary>
internal static class PlainNumber
{
    /// <summary>A figure above this no server means: PostgreSQL's planner itself stops at 1e100 rows (costsize.c,
    /// MAXIMUM_ROWCOUNT).</summary>
    public const double LargestBelievable = 1e200;

    private const int MostDigits = 15;

    /// <summary>Digits that are worked out in one step.</summary>
    private const int DigitsAtOnce = sizeof(ulong);

    private static readonly double[] Powers =
    [
        1e0,
        1e1,
        1e2,
        1e3,
        1e4,
        1e5,
        1e6,
        1e7,
        1e8,
        1e9,
        1e10,
        1e11,
        1e12,
        1e13,
        1e14,
        1e15,
    ];

    /// <summary>The number, or not a number where the text is none.</summary>
    public static double Parse(ReadOnlySpan<char> text) =>
        Plain(text) is var number
        && double.IsNaN(number)
        && !double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number)
            ? double.NaN
            : number;

    /// <summary>The same of UTF-8.</summary>
    public static double Parse(ReadOnlySpan<byte> text) =>
        Plain(text) is var number
        && double.IsNaN(number)
        && !double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number)
            ? double.NaN
            : number;

    /// <summary>
    /// The number that begins at a place with so many digits and, behind a point, so many more, at least eight bytes
    /// before the end of the text; not a number where that are none or too many.
    /// </summary>
    public static double Of(ReadOnlySpan<byte> utf8, int at, int digits, int decimals)
    {
        if (digits is < 1 or > DigitsAtOnce || decimals > Math.Min(DigitsAtOnce, MostDigits - digits))
            return double.NaN;
        var whole = Value(utf8[at..], digits);
        return decimals <= 0
            ? whole
            : ((whole * Powers[decimals]) + Value(utf8[(at + digits + 1)..], decimals)) / Powers[decimals];
    }

    /// <summary>Eight digits in three multiplications, the first digits of the text in the upper places.</summary>
    private static uint Value(ReadOnlySpan<byte> text, int digits)
    {
        var signs = BinaryPrimitives.ReadUInt64LittleEndian(text) << (8 * (DigitsAtOnce - digits));
        var values = signs & 0x0F0F0F0F0F0F0F0F;
        var pairs = ((values * 10) + (values >> 8)) & 0x00FF00FF00FF00FF;
        var fours = ((pairs * 100) + (pairs >> 16)) & 0x0000FFFF0000FFFF;
        return (uint)((fours * 10_000) + (fours >> 32));
    }

    /// <summary>A number without signs and exponent; not a number for everything else.</summary>
    private static double Plain<T>(ReadOnlySpan<T> text)
        where T : unmanaged, IBinaryInteger<T>
    {
        long digits = 0;
        var whole = Digits(text, ref digits);
        var fraction = 0;
        var end = whole;
        if (whole > 0 && whole < text.Length && text[whole] == T.CreateTruncating('.'))
        {
            fraction = Digits(text[(whole + 1)..], ref digits);
            end += 1 + fraction;
        }

        return end == text.Length && whole > 0 && whole + fraction <= MostDigits
            ? digits / Powers[fraction]
            : double.NaN;
    }

    /// <summary>Digits at the beginning, taken into the number.</summary>
    private static int Digits<T>(ReadOnlySpan<T> text, ref long number)
        where T : unmanaged, IBinaryInteger<T>
    {
        var at = 0;
        while (
            at < text.Length && at <= MostDigits && int.CreateTruncating(text[at]) - '0' is >= 0 and <= 9 and var digit
        )
        {
            number = (number * 10) + digit;
            at++;
        }

        return at;
    }
}
