namespace RgPolicy.Cli.Comparing;

/// <summary>How much of a recording changes class.</summary>
/// <param name="Queries">Distinct queries of the recording.</param>
/// <param name="Changed">Those that change class.</param>
internal sealed record WorkloadShare(long Queries, long Changed)
{
    /// <summary>From 0 to 1.</summary>
    public double Share => Queries == 0 ? 0 : (double)Changed / Queries;
}
