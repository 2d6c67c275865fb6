namespace RgPolicy.Language.Targets;

/// <summary>The effects as machine-readable output names them.</summary>
public static class SettingEffects
{
    /// <summary><c>running</c>, <c>next_execution</c>, <c>next_session</c>, <c>instance</c> or <c>none</c>.</summary>
    public static string ToText(SettingReach effect) =>
        effect switch
        {
            SettingReach.Running => "running",
            SettingReach.NextExecution => "next_execution",
            SettingReach.NextSession => "next_session",
            SettingReach.Instance => "instance",
            _ => "none",
        };
}
