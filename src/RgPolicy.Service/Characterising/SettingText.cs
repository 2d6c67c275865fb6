using System.Globalization;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Settings as they are shown: <c>4</c>, <c>64 MiB</c>, <c>50 %</c>.</summary>
public static class SettingText
{
    private const long Kilo = 1024;

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
                SweepLever.Bandwidth or SweepLever.GrantShare => FormattableString.Invariant($"{value} %"),
                SweepLever.Llc => FormattableString.Invariant($"{value} ways"),
                _ => value.ToString(CultureInfo.InvariantCulture),
            }
        );

    /// <summary>Whether a lever has such a setting.</summary>
    /// <param name="lever">The lever.</param>
    /// <param name="value">In the lever's unit.</param>
    // PostgreSQL's least work_mem is 64 kB; one way degrades whatever it holds (research: way contention).
    public static bool IsAllowed(SweepLever lever, long value) =>
        lever switch
        {
            SweepLever.Grant => value is >= 64 * Kilo and <= 1L << 40,
            SweepLever.Read => value is >= Kilo and <= 1L << 40,
            SweepLever.Bandwidth or SweepLever.GrantShare => value is >= 1 and <= 100,
            SweepLever.Llc => value is >= 2 and <= 64,
            _ => value is >= 1 and <= 1024,
        };

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
