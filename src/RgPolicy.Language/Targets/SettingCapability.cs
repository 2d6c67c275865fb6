using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Targets;

/// <summary>What one target makes of one setting.</summary>
/// <param name="Effect">What it reaches.</param>
/// <param name="Lever">How it is done, such as <c>one CPU group per pool</c>; empty for no effect.</param>
/// <param name="Reason">Why it has this effect and not more, as a sentence; empty where nothing needs saying.</param>
public sealed record SettingCapability(SettingReach Effect, string Lever, string Reason)
{
    /// <summary>What happens in place of what was asked for, as a sentence; null where the setting
    /// means what it says.</summary>
    public string? Degraded { get; init; }

    /// <summary>What the target makes of a setting of this name, whatever its value.</summary>
    public static SettingCapability Of(SettingName name, TargetProfile target) =>
        CapabilityTable.Find(name, target, isShare: false);

    /// <summary>What the target makes of this setting with its value.</summary>
    public static SettingCapability Of(Setting setting, TargetProfile target) =>
        CapabilityTable.Find(setting.Name, target, setting.Value is AmountValue { Type: SignalType.Percent });
}

/// <summary>The rows of capabilities.txt.</summary>
internal static class CapabilityTable
{
    private const long FirstVersionWithTempdbLimit = 17; // SQL Server 2025

    private static readonly Lazy<ILookup<(string Server, SettingName Name), Row>> Rows = new(() =>
        EmbeddedText
            .Lines("RgPolicy.Language.Targets.capabilities.txt")
            .SelectMany(Parse)
            .ToLookup(each => each.Key, each => each.Row)
    );

    public static SettingCapability Find(SettingName name, TargetProfile target, bool isShare)
    {
        var server = target.DbmsKind is "sqlserver" or "postgresql" ? target.DbmsKind : "mysql";
        return Rows.Value[(server, name)]
            .First(row => Array.TrueForAll(row.When, word => word[0] == '!' ? !Has(word[1..]) : Has(word)))
            .Capability;

        bool Has(string word) =>
            word switch
            {
                "linux" => target.OperatingSystem == "linux",
                "cat" => target is { LlcWays: > 0, ClassesOfService: > 0 },
                "mba" => target.HasMemoryBandwidthAllocation,
                "managed" => target.IsManagedInstance,
                "read_limits" => target.LimitsReads,
                "tempdb_limit" => !target.DbmsVersion.IsDefaultOrEmpty
                    && target.DbmsVersion[0] >= FirstVersionWithTempdbLimit,
                "share" => isShare,
                _ => throw new InvalidOperationException($"capabilities.txt: no target is `{word}`."),
            };
    }

    private static IEnumerable<((string Server, SettingName Name) Key, Row Row)> Parse(string line)
    {
        var cells = line.Split('|', StringSplitOptions.TrimEntries);
        var effect = Enum.GetValues<SettingReach>().First(reach => SettingEffects.ToText(reach) == cells[3]);
        var capability = new SettingCapability(effect, cells[4], cells.ElementAtOrDefault(5) ?? "")
        {
            Degraded = effect == SettingReach.None ? "It has no effect." : cells.ElementAtOrDefault(6),
        };
        var row = new Row(cells[2].Split(' ', StringSplitOptions.RemoveEmptyEntries), capability);
        return from words in cells[1].Split(", ")
            let name = SettingNames.Find(words) ?? throw new InvalidOperationException($"No setting is `{words}`.")
            select ((cells[0], name), row);
    }

    private sealed record Row(string[] When, SettingCapability Capability);
}
