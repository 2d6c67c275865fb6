namespace RgPolicy.HtapBench.Scenarios.Starts;

/// <summary>What begins.</summary>
internal enum StartKind
{
    /// <summary><c>rgp run</c>.</summary>
    Run,

    /// <summary><c>rgp service run</c>.</summary>
    Service,

    /// <summary><c>rgp service run</c> after a kill.</summary>
    ServiceRestart,

    /// <summary>The sidecar, while the service runs.</summary>
    SidecarRestart,

    /// <summary>Nothing but another policy, by SIGHUP.</summary>
    Reload,
}
