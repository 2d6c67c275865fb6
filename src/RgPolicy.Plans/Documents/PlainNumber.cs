using System.Numerics;

namespace RgPolicy.Plans.Documents;

/// <summary>Numbers of plans.</summary>
internal static class PlainNumber
{
    /// <summary>A figure above this no server means: PostgreSQL's planner itself stops at 1e100 rows (costsize.c,
    /// MAXIMUM_ROWCOUNT).</summary>
    public const double LargestBelievable = 1e200;

    /// <summary>So many digits, and a power of ten up to as many, are exact in a double.</summary>
    private const int MostDigits = 15;

    private static readonly double[] Powers =
    [
        .. Enumerable.Range(0, MostDigits).Select(power => double.Parse($"1e{power}", CultureInfo.InvariantCulture)),
    ];

    /// <summary>The number, or not a number where the text is none.</summary>
    public static double Parse(ReadOnlySpan<char> text) =>
        IsPlain(text, out var number)
        || double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number)
            ? number
            : double.NaN;

    /// <summary>The same of UTF-8.</summary>
    public static double Parse(ReadOnlySpan<byte> text) =>
        IsPlain(text, out var number)
        || double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number)
            ? number
            : double.NaN;

    /// <summary>True for few digits, perhaps with a point between: one division gives the correctly rounded number, much
    /// sooner than the platform.</summary>
    private static bool IsPlain<T>(ReadOnlySpan<T> text, out double number)
        where T : unmanaged, IBinaryInteger<T>
    {
        var (digits, point) = (0L, -1);
        for (var at = 0; at < text.Length && at <= MostDigits; at++)
        {
            var sign = int.CreateTruncating(text[at]);
            if (sign is >= '0' and <= '9')
                digits = (digits * 10) + sign - '0';
            else if (sign == '.' && point < 0 && at > 0)
                point = at;
            else
                point = text.Length;
        }

        var decimals = point < 0 ? 0 : text.Length - point - 1;
        number = decimals < 0 ? 0 : digits / Powers[Math.Min(decimals, MostDigits - 1)];
        return text.Length is > 0 and <= MostDigits && decimals >= 0 && (point < 0 || decimals > 0);
    }
}
