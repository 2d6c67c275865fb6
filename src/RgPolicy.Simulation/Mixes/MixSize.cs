using System.Globalization;

namespace RgPolicy.Simulation.Mixes;

/// <summary>Sizes as the policy language writes them.</summary>
internal static class MixSize
{
    private static readonly Dictionary<string, double> Units = new(StringComparer.Ordinal)
    {
        ["B"] = 1,
        ["KB"] = 1e3,
        ["MB"] = 1e6,
        ["GB"] = 1e9,
        ["TB"] = 1e12,
        ["KiB"] = 1024,
        ["MiB"] = 1024 * 1024,
        ["GiB"] = 1024.0 * 1024 * 1024,
        ["TiB"] = 1024.0 * 1024 * 1024 * 1024,
    };

    /// <summary>Bytes of a text such as <c>40 MiB</c> or, for bandwidth, <c>64 GB/s</c>; null where it is
    /// none.</summary>
    public static double? Parse(string? text)
    {
        var trimmed = (text ?? "").Trim();
        trimmed = trimmed.EndsWith("/s", StringComparison.Ordinal) ? trimmed[..^2] : trimmed;
        var digits = trimmed.TakeWhile(each => char.IsAsciiDigit(each) || each == '.').Count();
        return
            Units.TryGetValue(trimmed[digits..].Trim(), out var unit)
            && double.TryParse(
                trimmed[..digits],
                NumberStyles.AllowDecimalPoint,
                CultureInfo.InvariantCulture,
                out var number
            )
            ? number * unit
            : null;
    }
}
