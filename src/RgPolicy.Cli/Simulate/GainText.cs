namespace RgPolicy.Cli.Simulate;

/// <summary>Figures of a simulation as text; what is not known is a dash.</summary>
internal static class GainText
{
    private static readonly (double Least, string Unit)[] Times =
    [
        (1, "s"),
        (1e-3, "ms"),
        (1e-6, "\u00b5s"),
        (1e-9, "ns"),
    ];

    private static readonly (double Least, string Unit)[] Rates =
    [
        (1e9, "GB/s"),
        (1e6, "MB/s"),
        (1e3, "kB/s"),
        (1, "B/s"),
    ];

    /// <summary>A part of the whole as percent, with its sign.</summary>
    public static string Percent(double? part) =>
        part is { } known ? (known * 100).ToString("+0.0;-0.0;0.0", CultureInfo.InvariantCulture) + " %" : "-";

    /// <summary>The least and the most of a gain.</summary>
    public static string Interval(double? low, double? high) =>
        low is null || high is null ? "-" : $"{Percent(low)} .. {Percent(high)}";

    /// <summary>By how much plays differ by chance.</summary>
    public static string Chance(double? part) =>
        part is { } known ? (known * 100).ToString("0.0", CultureInfo.InvariantCulture) + " %" : "-";

    public static string Number(double? number, string format) =>
        number?.ToString(format, CultureInfo.InvariantCulture) ?? "-";

    /// <summary>A time with the unit that fits it: of a short transaction two decimals of a second say
    /// nothing.</summary>
    public static string Seconds(double? seconds) => Scaled(seconds, Times);

    /// <summary>A bandwidth with the unit that fits it.</summary>
    public static string Bandwidth(double bytesPerSecond) => Scaled(bytesPerSecond, Rates);

    // Three digits, for whole, tenths and hundredths of the unit.
    private static string Scaled(double? value, (double Least, string Unit)[] units)
    {
        if (value is not { } known)
            return "-";
        var (least, unit) = known > 0 ? units.FirstOrDefault(each => known >= each.Least, units[^1]) : units[0];
        var scaled = known / least;
        var format = scaled switch
        {
            >= 100 => "0",
            >= 10 => "0.0",
            _ => "0.00",
        };
        return $"{scaled.ToString(format, CultureInfo.InvariantCulture)} {unit}";
    }
}
