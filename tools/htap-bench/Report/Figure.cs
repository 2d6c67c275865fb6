namespace RgPolicy.HtapBench.Report;

/// <summary>Figures as people read them.</summary>
internal static class Figure
{
    /// <summary>Three significant digits; a dash for what there is not.</summary>
    public static string Of(double value) =>
        value switch
        {
            double.NaN => "-",
            >= 1000 => value.ToString("N0", CultureInfo.InvariantCulture),
            >= 100 => value.ToString("F0", CultureInfo.InvariantCulture),
            >= 10 => value.ToString("F1", CultureInfo.InvariantCulture),
            _ => value.ToString("F2", CultureInfo.InvariantCulture),
        };

    /// <summary>A fraction as a percentage with one decimal.</summary>
    public static string Percent(double fraction) =>
        double.IsNaN(fraction) ? "-" : (fraction * 100).ToString("F1", CultureInfo.InvariantCulture) + " %";

    /// <summary>Bytes in MiB.</summary>
    public static string Mebibytes(double bytes) =>
        (bytes / 1048576).ToString("F1", CultureInfo.InvariantCulture) + " MiB";
}
