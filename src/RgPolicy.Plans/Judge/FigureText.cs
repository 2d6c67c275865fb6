using System.Globalization;

namespace RgPolicy.Plans.Judge;

/// <summary>Numbers as a DBA reads them.</summary>
internal static class FigureText
{
    private static readonly (double Size, string Sign)[] ByteScales =
    [
        (1L << 40, " TiB"),
        (1 << 30, " GiB"),
        (1 << 20, " MiB"),
        (1 << 10, " KiB"),
    ];

    public static string Rows(Quantity rows) => rows.IsKnown ? Rows(rows.Value) : "an unknown number of rows";

    public static string Rows(double rows) => rows is > 0 and <= 1 ? "1 row" : Count(rows) + " rows";

    public static string Count(double value) => new ShortCount(value).ToString();

    public static string Bytes(double value)
    {
        foreach (var (size, sign) in ByteScales)
        {
            if (value >= size)
                return Shorten(value / size) + sign;
        }

        return Math.Round(value).ToString(CultureInfo.InvariantCulture) + " B";
    }

    private static string Shorten(double value) =>
        value.ToString(value < 100 ? "0.#" : "0", CultureInfo.InvariantCulture);
}
