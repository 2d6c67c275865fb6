namespace RgPolicy.Plans.Judge;

/// <summary>Judges figures that come from no plan, such as those of a simulated query, by the definitions for
/// plans.</summary>
public static class FigureJudge
{
    /// <summary>What a plan with these figures would be judged to be.</summary>
    /// <param name="shape">The shape.</param>
    /// <param name="streamed">Bytes read once, in sequence.</param>
    /// <param name="workingSet">Bytes of structures alive at the same time.</param>
    /// <param name="accesses">Accesses to them.</param>
    /// <param name="dop">Threads.</param>
    /// <param name="caches">The processor's caches.</param>
    public static PlanProfile Profile(
        PlanShape shape,
        decimal streamed,
        decimal workingSet,
        decimal accesses,
        int dop,
        CacheSizes caches
    )
    {
        var (stream, set) = (
            new Quantity((double)streamed, Provenance.Estimate),
            new Quantity((double)workingSet, Provenance.Estimate)
        );
        var none = new Quantity(0, Provenance.Estimate);
        return new PlanProfile
        {
            Shape = shape,
            Reason = "as the mix says",
            CacheUse = CacheJudge.Use(shape, stream, set, none, caches),
            Locality = CacheJudge.OfBytes((double)workingSet, stream, caches.LlcBytes),
            Temporality = CacheJudge.Reuse(set, none, stream),
            WorkingSetBytes = Of(workingSet),
            StreamedBytes = Of(streamed),
            RandomAccesses = Of(accesses),
            Dop = Of(dop),
        };
    }

    private static Figure Of(decimal value) => new(value, Provenance.Estimate);
}
