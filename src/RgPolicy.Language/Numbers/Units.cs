using System.Collections.Frozen;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Language.Numbers;

/// <summary>The units of the language. Base units: byte, byte/s, second, percent, way, operation/s.</summary>
internal static class Units
{
    private static readonly FrozenDictionary<string, Unit> ByName = Build();

    /// <summary>All units as a reader of a message needs them.</summary>
    public static string List =>
        "`B`, `KiB`, `MiB`, `GiB`, `TiB`, `KB`, `MB`, `GB`, `TB` (each also with `/s`), `ms`, `s`, `min`, `h`, `d`, "
        + "`%`, `ways` and `/s`";

    public static bool IsUnit(string text) => ByName.ContainsKey(text);

    public static Unit Get(string text) => ByName[text];

    /// <summary>The unit that a wrong one was probably meant to be, or null.</summary>
    public static string? Suggest(string text) =>
        text.ToUpperInvariant() switch
        {
            "SEC" or "SECS" or "SECOND" or "SECONDS" => "s",
            "M" when text == "M" => "MB",
            "K" or "G" or "T" => text.ToUpperInvariant() + "B",
            "KI" or "MI" or "GI" or "TI" => char.ToUpperInvariant(text[0]) + "iB",
            "MINS" or "MINUTE" or "MINUTES" or "M" => "min",
            "HOUR" or "HOURS" or "HR" or "HRS" => "h",
            "DAY" or "DAYS" => "d",
            "MSEC" or "MILLISECOND" or "MILLISECONDS" or "US" or "NS" => "ms",
            "IOPS" => "/s",
            "PERCENT" or "PCT" => "%",
            "BYTE" or "BYTES" => "B",
            "WAY" => "ways",
            "KILOBYTE" or "KILOBYTES" => "KB",
            "MEGABYTE" or "MEGABYTES" or "MEG" => "MB",
            "GIGABYTE" or "GIGABYTES" or "GIG" => "GB",
            "TERABYTE" or "TERABYTES" => "TB",
            _ => ByName.Keys.FirstOrDefault(unit => string.Equals(unit, text, StringComparison.OrdinalIgnoreCase))
                ?? (text.Length < 2 ? null : NameSuggestion.Find(text, ByName.Keys)),
        };

    /// <summary>A kind in words, for messages.</summary>
    public static string Describe(ConstantKind kind) =>
        kind switch
        {
            ConstantKind.Bytes => "a size in bytes, such as `64 MiB`",
            ConstantKind.BytesPerSecond => "bytes per second, such as `800 MiB/s`",
            ConstantKind.OperationsPerSecond => "operations per second, such as `500/s`",
            ConstantKind.Duration => "a duration, such as `10 min`",
            ConstantKind.Percent => "a percentage, such as `60%`",
            ConstantKind.Ways => "a number of ways, such as `4 ways`",
            ConstantKind.Version => "a version, such as `15.4`",
            ConstantKind.Text => "a text in quotes",
            ConstantKind.Bool => "`true` or `false`",
            _ => "a plain number",
        };

    private static FrozenDictionary<string, Unit> Build()
    {
        var units = new Dictionary<string, Unit>(StringComparer.Ordinal)
        {
            ["ms"] = new(ConstantKind.Duration, new Rational(1, 1000)),
            ["s"] = new(ConstantKind.Duration, 1),
            ["min"] = new(ConstantKind.Duration, 60),
            ["h"] = new(ConstantKind.Duration, 3600),
            ["d"] = new(ConstantKind.Duration, 86_400),
            ["%"] = new(ConstantKind.Percent, 1),
            ["ways"] = new(ConstantKind.Ways, 1),
            ["/s"] = new(ConstantKind.OperationsPerSecond, 1),
        };
        foreach (var (name, bytes) in ByteUnits())
        {
            units[name] = new Unit(ConstantKind.Bytes, bytes);
            units[name + "/s"] = new Unit(ConstantKind.BytesPerSecond, bytes);
        }

        return units.ToFrozenDictionary(StringComparer.Ordinal);
    }

    private static IEnumerable<(string Name, long Bytes)> ByteUnits()
    {
        yield return ("B", 1);
        var (binary, decimalSize) = (1L, 1L);
        foreach (var prefix in "KMGT")
        {
            binary *= 1024;
            decimalSize *= 1000;
            yield return ($"{prefix}iB", binary);
            yield return ($"{prefix}B", decimalSize);
        }
    }
}

/// <summary>A unit: what it measures, and how much of the base unit it is.</summary>
internal sealed record Unit(ConstantKind Kind, Rational Factor);

internal enum ConstantKind
{
    /// <summary>No unit; counts and plain numbers.</summary>
    Number,
    Bytes,
    BytesPerSecond,
    OperationsPerSecond,
    Duration,
    Percent,
    Ways,
    Version,
    Text,
    Bool,
}
