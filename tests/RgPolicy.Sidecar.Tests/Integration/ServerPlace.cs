namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>In which cgroup a fake server is.</summary>
internal enum ServerPlace
{
    /// <summary>In a group of its own that may use the cpu controller.</summary>
    OwnGroup,

    /// <summary>Where it was started: at the root, in a test machine.</summary>
    AsStarted,

    /// <summary>In a group of its own whose children may not use the cpu controller (v2 only).</summary>
    WithoutCpu,
}
