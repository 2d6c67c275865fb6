namespace RgPolicy.HtapBench.Scenarios;

/// <summary>What RgPolicy's processes hold and have used at one moment.</summary>
/// <param name="Seconds">Since the measured part began.</param>
/// <param name="Service">The service.</param>
/// <param name="Sidecar">Guard and mover together.</param>
internal sealed record SessionsSample(double Seconds, ProcessSample Service, ProcessSample Sidecar)
{
    /// <summary>All of them.</summary>
    public ProcessSample All => Service.Plus(Sidecar);
}
