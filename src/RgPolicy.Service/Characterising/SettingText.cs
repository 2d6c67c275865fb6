using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Settings as they are shown: <c>4</c>, <c>64 MiB</c>, <c>50 %</c>.</summary>
internal static class SettingText
{
    private const long Kilo = 1024;

    public static SweepSetting Of(SweepLever lever, long value) =>
        new(
            value,
            lever switch
            {
                SweepLever.Grant => SizeText(value),
                SweepLever.Read => SizeText(value) + "/s",
                SweepLever.Bandwidth or SweepLever.GrantShare => Invariant($"{value} %"),
                SweepLever.Llc => Invariant($"{value} ways"),
                _ => value.ToString(CultureInfo.InvariantCulture),
            }
        );

    /// <summary>Whether a lever has such a setting.</summary>
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

        return Invariant($"{bytes} {units[unit]}");
    }
}

/// <summary>Names of levers as users write them.</summary>
internal static class SweepLeverName
{
    private static readonly ImmutableArray<(SweepLever Lever, string Name)> Names =
    [
        (SweepLever.Cores, "cores"),
        (SweepLever.Llc, "llc"),
        (SweepLever.Bandwidth, "bandwidth"),
        (SweepLever.Read, "read"),
        (SweepLever.MaxDop, "maxdop"),
        (SweepLever.Grant, "grant"),
        (SweepLever.GrantShare, "grant_share"),
    ];

    public static string All => string.Join(", ", Names.Select(each => each.Name));

    public static string Of(SweepLever lever) => Names.First(each => each.Lever == lever).Name;

    /// <summary>The lever, or why there is none of this name.</summary>
    public static (SweepLever? Lever, string? Problem) Find(string name)
    {
        foreach (var each in Names)
        {
            if (string.Equals(each.Name, name, StringComparison.OrdinalIgnoreCase))
                return (each.Lever, null);
        }

        return (null, Missing(name));
    }

    private static string Missing(string name) =>
        name.ToLowerInvariant() switch
        {
            "smt" => "`smt` is not a sweep of its own: `cores` takes second threads last",
            "cpu" => "`cpu` cannot be swept: a weight changes nothing for a workload that runs alone; use `cores`",
            "write" => "`write` cannot be swept: a backend that waits to write may hold the log, and then the whole "
                + "server waits",
            _ => $"there is no lever `{name}`; there are {All}",
        };
}
