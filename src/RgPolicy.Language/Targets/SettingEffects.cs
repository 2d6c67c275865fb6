namespace RgPolicy.Language.Targets;

/// <summary>The effects as machine-readable output names them.</summary>
public static class SettingEffects
{
    /// <summary><c>running</c>, <c>next_execution</c>, <c>next_session</c>, <c>instance</c> or <c>none</c>.</summary>
    public static string ToText(SettingEffect effect) => effect switch
    {
        SettingEffect.Running => "running",
        SettingEffect.NextExecution => "next_execution",
        SettingEffect.NextSession => "next_session",
        SettingEffect.Instance => "instance",
        _ => "none",
    };
}
