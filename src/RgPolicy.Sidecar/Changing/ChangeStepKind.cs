namespace RgPolicy.Sidecar.Changing;

/// <summary>What a step does.</summary>
internal enum ChangeStepKind
{
    /// <summary>Makes a group.</summary>
    Make,

    /// <summary>Writes one resource's line of a resctrl group.</summary>
    Write,

    /// <summary>Moves tasks into a resctrl group.</summary>
    Move,

    /// <summary>Moves a monitoring group with all its tasks to another class.</summary>
    Rename,

    /// <summary>Removes an empty group.</summary>
    Remove,

    /// <summary>Writes one setting of a cgroup, or the CPUs of a resctrl group.</summary>
    Set,

    /// <summary>Enables a controller for a cgroup's children.</summary>
    Enable,

    /// <summary>Takes that back.</summary>
    Disable,
}
