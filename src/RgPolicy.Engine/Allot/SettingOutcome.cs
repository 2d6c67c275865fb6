using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Allot;

/// <summary>The ways in which a setting ends: in force on the running query, in force from its next execution on, or
/// without effect.</summary>
internal static class SettingOutcome
{
    /// <summary>A setting that acts through moving processes has an effect only where they are moved.</summary>
    public static SettingEffect Placed(Setting setting, PoolStanding standing, string effective, string reason) =>
        standing switch
        {
            { Narrows: true } => Running(setting, effective, reason),
            { IsFavoured: true } => Ineffective(
                setting,
                "the favoured pool is where the server was started: its processes are never moved"
            ),
            _ => Ineffective(
                setting,
                "nothing in this pool is narrower than the favoured one: its processes are never moved"
            ),
        };

    public static SettingEffect Running(Setting setting, string effective, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, effective, "running", reason);

    /// <summary>A setting that later executions have.</summary>
    public static SettingEffect Later(Setting setting, string effective, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, effective, "next_execution", reason);

    public static SettingEffect Ineffective(Setting setting, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, null, "none", reason);
}
