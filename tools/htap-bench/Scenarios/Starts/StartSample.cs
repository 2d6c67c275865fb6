namespace RgPolicy.HtapBench.Scenarios.Starts;

/// <summary>One start.</summary>
/// <param name="Kind">What began.</param>
/// <param name="Seconds">From exec (or the signal) until a busy backend is seen in a pool's group (or the policy is in
/// force); NaN when it did not happen.</param>
/// <param name="ServiceCpu">Processor seconds of the service until then.</param>
/// <param name="SidecarCpu">Processor seconds of the sidecar until then.</param>
/// <param name="At">When it began, in seconds since 1970.</param>
/// <param name="Trace">What the service said of its start.</param>
internal sealed record StartSample(
    StartKind Kind,
    double Seconds,
    double ServiceCpu,
    double SidecarCpu,
    double At,
    IReadOnlyList<string> Trace
);
