using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>What governing costs beside many active sessions.</summary>
/// <param name="Sessions">Sessions that were active.</param>
/// <param name="Cost">The cost.</param>
internal sealed record OverheadOutcome(int Sessions, OwnCost Cost)
{
    /// <summary>Service and sidecar together, as a fraction of one core.</summary>
    public double Own => Cost.Service + Cost.Sidecar;
}
