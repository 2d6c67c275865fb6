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
