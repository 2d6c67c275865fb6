using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

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
        target.DbmsKind switch
        {
            "sqlserver" => SqlServerCapabilities.Of(name, target),
            "postgresql" => PostgreSqlCapabilities.Of(name, target),
            _ => MySqlCapabilities.Of(name, target),
        };

    /// <summary>What the target makes of this setting with its value.</summary>
    public static SettingCapability Of(Setting setting, TargetProfile target)
    {
        var isShare = setting.Value is AmountValue { Type: SignalType.Percent };
        return (setting.Name, target.DbmsKind) switch
        {
            (SettingName.Grant, "postgresql") when isShare => PostgreSqlCapabilities.GrantShare,
            (SettingName.Tempdb, "sqlserver") when isShare => SqlServerCapabilities.TempdbShare(target),
            _ => Of(setting.Name, target),
        };
    }

    /// <summary>A setting that does what it says.</summary>
    internal static SettingCapability Full(SettingReach effect, string lever, string reason = "") =>
        new(effect, lever, reason);

    /// <summary>A setting that nothing enforces.</summary>
    internal static SettingCapability Nothing(string reason) =>
        new(SettingReach.None, "", reason) { Degraded = "It has no effect." };
}
