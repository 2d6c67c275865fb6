using System.Globalization;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Service.Suggesting;

/// <summary>What the server counted of a class's reading and writing, in words; only what is worth a line.</summary>
internal static class MovedBytes
{
    private const double Least = 1024 * 1024;

    /// <summary>A sentence, or null where little or nothing was counted.</summary>
    public static string? Of(SuggestedClass each)
    {
        string[] parts =
        [
            .. Part("read", each, group => group.ReadBytes, ""),
            .. Part("spilled", each, group => group.SpilledBytes, ""),
            .. Part("wrote", each, group => group.LogBytes, " of log"),
        ];
        return parts.Length == 0 ? null : $"Together they {string.Join(", ", parts)}.";
    }

    private static IEnumerable<string> Part(
        string verb,
        SuggestedClass each,
        Func<StatementGroup, double?> bytesOf,
        string what
    )
    {
        var bytes = each.Groups.Sum(group => bytesOf(group) ?? 0);
        if (bytes >= Least)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"{verb} {Size(bytes)}{what}");
        }
    }

    private static string Size(double bytes)
    {
        var mebibytes = bytes / Least;
        return mebibytes < 1024
            ? string.Create(CultureInfo.InvariantCulture, $"{mebibytes:0} MiB")
            : string.Create(CultureInfo.InvariantCulture, $"{mebibytes / 1024:0.#} GiB");
    }
}
