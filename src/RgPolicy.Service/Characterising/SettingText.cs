using System.Globalization;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Settings as they are written: <c>4</c>, <c>64MB</c>, <c>50%</c>.</summary>
public static class SettingText
{
    private const long Kilo = 1024;

    private static readonly (string Unit, long Factor)[] Units =
    [
        ("kib", Kilo),
        ("mib", Kilo * Kilo),
        ("gib", Kilo * Kilo * Kilo),
        ("kb", Kilo),
        ("mb", Kilo * Kilo),
        ("gb", Kilo * Kilo * Kilo),
    ];

    /// <summary>Reads one; null where it is none of this lever's.</summary>
    /// <param name="lever">The lever.</param>
    /// <param name="text">The text; sizes are powers of 1024.</param>
    public static SweepSetting? Read(SweepLever lever, string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var value = IsSize(lever) ? Size(text) : Number(lever == SweepLever.Bandwidth ? text.TrimEnd('%') : text);
        return value is { } number && IsAllowed(lever, number) ? Of(lever, number) : null;
    }

    /// <summary>A setting with its text.</summary>
    /// <param name="lever">The lever.</param>
    /// <param name="value">In the lever's unit.</param>
    public static SweepSetting Of(SweepLever lever, long value) =>
        new(
            value,
            lever switch
            {
                SweepLever.Grant => SizeText(value),
                SweepLever.Read => SizeText(value) + "/s",
                SweepLever.Bandwidth => FormattableString.Invariant($"{value} %"),
                SweepLever.Llc => FormattableString.Invariant($"{value} ways"),
                _ => value.ToString(CultureInfo.InvariantCulture),
            }
        );

    private static bool IsSize(SweepLever lever) => lever is SweepLever.Grant or SweepLever.Read;

    // PostgreSQL's least work_mem is 64 kB; one way degrades whatever it holds (research: way contention).
    private static bool IsAllowed(SweepLever lever, long value) =>
        lever switch
        {
            SweepLever.Grant => value is >= 64 * Kilo and <= 1L << 40,
            SweepLever.Read => value is >= Kilo and <= 1L << 40,
            SweepLever.Bandwidth => value is >= 1 and <= 100,
            SweepLever.Llc => value is >= 2 and <= 64,
            _ => value is >= 1 and <= 1024,
        };

    private static long? Size(string text)
    {
        foreach (var (unit, factor) in Units)
        {
            if (text.EndsWith(unit, StringComparison.OrdinalIgnoreCase))
            {
                return Number(text[..^unit.Length].TrimEnd()) is { } number and <= 1L << 30 ? number * factor : null;
            }
        }

        return null;
    }

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string SizeText(long bytes)
    {
        string[] units = ["B", "KiB", "MiB", "GiB"];
        var unit = 0;
        while (unit < units.Length - 1 && bytes >= Kilo && bytes % Kilo == 0)
        {
            bytes /= Kilo;
            unit++;
        }

        return FormattableString.Invariant($"{bytes} {units[unit]}");
    }
}
