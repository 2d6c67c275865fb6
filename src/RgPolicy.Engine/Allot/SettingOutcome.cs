using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Allot;

/// <summary>The two ways in which a setting ends: in force on the running query, or without effect.</summary>
internal static class SettingOutcome
{
    /// <summary>A setting that acts through moving processes has an effect only where they are moved.</summary>
    public static SettingEffect Placed(Setting setting, PoolStanding standing, string effective, string reason) => standing switch
    {
        { Narrows: true } => Running(setting, effective, reason),
        { IsFavoured: true } => Ineffective(setting, "the favoured pool is where the server was started: its processes are never moved"),
        _ => Ineffective(setting, "nothing in this pool is narrower than the favoured one: its processes are never moved"),
    };

    public static SettingEffect Running(Setting setting, string effective, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, effective, "running", reason);

    public static SettingEffect Ineffective(Setting setting, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, null, "none", reason);
}
