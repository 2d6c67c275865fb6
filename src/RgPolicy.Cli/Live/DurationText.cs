using System.Globalization;

namespace RgPolicy.Cli.Live;

/// <summary>Durations as the policy language writes them: <c>500 ms</c>, <c>30s</c>, <c>10 min</c>; a
/// bare number is seconds.</summary>
internal static class DurationText
{
    private static readonly (string Unit, double Seconds)[] Units =
    [
        ("ms", 0.001),
        ("min", 60),
        ("s", 1),
        ("h", 3600),
        ("d", 86400),
    ];

    /// <summary>Reads one; false when it is none, not above zero or longer than a year.</summary>
    public static bool TryParse(string text, out TimeSpan duration)
    {
        var number = text.AsSpan().Trim();
        var factor = 1.0;
        foreach (var (unit, seconds) in Units)
        {
            if (number.EndsWith(unit, StringComparison.Ordinal))
            {
                number = number[..^unit.Length].TrimEnd();
                factor = seconds;
                break;
            }
        }

        var isNumber = double.TryParse(
            number,
            NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var count
        );
        var total = count * factor;
        duration = isNumber && total is > 0 and <= 366 * 86400 ? TimeSpan.FromSeconds(total) : TimeSpan.Zero;
        return duration > TimeSpan.Zero;
    }
}
