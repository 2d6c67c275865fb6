namespace RgPolicy.Language.Targets;

/// <summary>What a setting reaches on a target.</summary>
public enum SettingReach
{
    /// <summary>The query that is running.</summary>
    Running,

    /// <summary>The next execution of the statement.</summary>
    NextExecution,

    /// <summary>The next session of the role.</summary>
    NextSession,

    /// <summary>The whole instance.</summary>
    Instance,

    /// <summary>Nothing.</summary>
    None,
}

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
