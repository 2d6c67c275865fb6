namespace RgPolicy.Plans.Judge;

/// <summary>Numbers as a DBA reads them.</summary>
internal static class FigureText
{
    /// <summary>From here on thousands are counted.</summary>
    private const double LeastScaled = 1e4;

    /// <summary>From here on figures are no sizes, and are written with their exponent.</summary>
    private const double Absurd = 1e42;

    private static readonly (double Size, string Sign)[] ByteScales =
    [
        (1L << 40, " TiB"),
        (1 << 30, " GiB"),
        (1 << 20, " MiB"),
        (1 << 10, " KiB"),
    ];

    private static readonly (double Size, string Sign)[] CountScales =
    [
        (1e12, " T"),
        (1e9, " G"),
        (1e6, " M"),
        (1e3, " k"),
    ];

    public static string Rows(Quantity rows) => rows.IsKnown ? Rows(rows.Value) : "an unknown number of rows";

    public static string Rows(double rows) => rows is > 0 and <= 1 ? "1 row" : Count(rows) + " rows";

    /// <summary>Such as <c>12.3 M</c>.</summary>
    public static string Count(double value) =>
        value switch
        {
            >= Absurd => value.ToString(CultureInfo.InvariantCulture),
            >= LeastScaled => Scaled(value, CountScales),
            _ => value.ToString(value < 10 ? "0.##" : "#,##0", CultureInfo.InvariantCulture),
        };

    public static string Bytes(double value) =>
        value >= ByteScales[^1].Size
            ? Scaled(value, ByteScales)
            : Math.Round(value).ToString(CultureInfo.InvariantCulture) + " B";

    private static string Scaled(double value, (double Size, string Sign)[] scales)
    {
        var (size, sign) = Array.Find(scales, scale => value >= scale.Size);
        var scaled = value / size;
        return scaled.ToString(scaled < 100 ? "0.#" : "0", CultureInfo.InvariantCulture) + sign;
    }
}
