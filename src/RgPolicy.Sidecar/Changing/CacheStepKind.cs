namespace RgPolicy.Sidecar.Changing;

/// <summary>What a step does.</summary>
internal enum CacheStepKind
{
    /// <summary>Makes a group.</summary>
    Make,

    /// <summary>Writes one resource's line.</summary>
    Write,

    /// <summary>Moves tasks into a group.</summary>
    Move,

    /// <summary>Removes an empty group.</summary>
    Remove,
}
