using System.Globalization;

namespace RgPolicy.Plans.MySql;

/// <summary>Sizes as the servers print them: <c>884K</c>, <c>1M</c>, <c>256Kb</c>.</summary>
internal static class SizeText
{
    public static double? Bytes(string text)
    {
        var digits = text.AsSpan().IndexOfAnyExcept("0123456789.".AsSpan());
        var number = digits < 0 ? text : text.AsSpan(0, digits);
        double? unit = digits < 0
            ? 1
            : char.ToUpperInvariant(text[digits]) switch { 'B' => 1, 'K' => 1 << 10, 'M' => 1 << 20, 'G' => 1 << 30, 'T' => 1L << 40, _ => null };
        return unit is double factor && double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)
            ? value * factor
            : null;
    }
}
