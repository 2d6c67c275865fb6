using System.Globalization;

namespace RgPolicy.Cli.Simulate;

/// <summary>Figures of a simulation as text; what is not known is a dash.</summary>
internal static class GainText
{
    /// <summary>A part of the whole as percent, with its sign.</summary>
    public static string Percent(double? part) =>
        part is { } known ? (known * 100).ToString("+0.0;-0.0;0.0", CultureInfo.InvariantCulture) + " %" : "-";

    /// <summary>A number in a format.</summary>
    public static string Number(double? number, string format) =>
        number?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}
