using System.Globalization;

namespace RgPolicy.Plans.Judge;

/// <summary>A count as a DBA reads it, such as <c>12.3 M</c>; written where it is needed, without a
/// text of its own.</summary>
internal readonly struct ShortCount(double value) : ISpanFormattable
{
    /// <summary>Below this a number times a hundred is a whole number that a double holds.</summary>
    private const double LargestPlain = 1e13;

    private static readonly (double Size, string Sign)[] Scales = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];

    /// <summary>From here on thousands are counted.</summary>
    private const double LeastScaled = 1e4;

    /// <summary>Half of a last place, such as 8.405, is rounded upwards though a double is a little less.</summary>
    private const double AboveTies = 1.0000000000000004;

    public override string ToString()
    {
        Span<char> text = stackalloc char[32];
        return TryFormat(text, out var length, default, null)
            ? new(text[..length])
            : value.ToString(CultureInfo.InvariantCulture);
    }

    public string ToString(string? format, IFormatProvider? formatProvider) => ToString();

    public bool TryFormat(
        Span<char> destination,
        out int charsWritten,
        ReadOnlySpan<char> format,
        IFormatProvider? provider
    )
    {
        if (value < LeastScaled || double.IsNaN(value))
            return value < 10
                ? TryWrite(value, 2, "0.##", destination, out charsWritten)
                : TryWrite(value, 0, "#,##0", destination, out charsWritten);
        foreach (var (size, sign) in Scales)
        {
            if (value >= size)
                return TryWriteScaled(value / size, sign, destination, out charsWritten);
        }

        charsWritten = 0;
        return false;
    }

    private static bool TryWriteScaled(double scaled, string sign, Span<char> destination, out int written) =>
        (
            scaled < 100
                ? TryWrite(scaled, 1, "0.#", destination, out written)
                : TryWrite(scaled, 0, "0", destination, out written)
        )
        && sign.TryCopyTo(destination[written..])
        && (written += sign.Length) > 0;

    /// <summary>As the platform writes it in that format, without its long way for plain numbers.</summary>
    private static bool TryWrite(double number, int decimals, string format, Span<char> destination, out int written)
    {
        var isPlain = number is >= 0 and < LargestPlain;
        return isPlain && (decimals > 0 || number < 999)
            ? TryWritePlain(number, decimals, destination, out written)
            : number.TryFormat(destination, out written, format, CultureInfo.InvariantCulture);
    }

    private static bool TryWritePlain(double number, int decimals, Span<char> destination, out int written)
    {
        var scale = decimals switch
        {
            0 => 1,
            1 => 10,
            _ => 100,
        };
        var (whole, rest) = Math.DivRem((long)((number * scale * AboveTies) + 0.5), scale);
        if (
            !whole.TryFormat(destination, out written, default, CultureInfo.InvariantCulture)
            || destination.Length < written + 3
        )
            return false;
        if (rest == 0)
            return true;
        destination[written++] = '.';
        for (; rest > 0; rest = rest * 10 % scale)
            destination[written++] = (char)('0' + (rest * 10 / scale));
        return true;
    }
}
