namespace RgPolicy.Plans.Judge;

/// <summary>Cache use, locality and temporality against an LLC of C bytes.</summary>
internal static class CacheJudge
{
    private const double StreamFactor = 2;
    private const double SmallSetDivisor = 8;

    // A larger set misses in the small part when its own stream runs through the core's cache, or another beside it.
    private const double OwnCacheDivisor = 2;
    private const double LocalityFactor = 3;

    /// <summary>
    /// After ICDE'18: what cannot be told is sensitive, so that nothing gets worse. Polluting is what streams beside a
    /// working set that half of a core's own cache holds. Aggregations and sorts never are: they use their tables again.
    /// </summary>
    public static CacheUse Use(
        PlanShape shape,
        Quantity streamed,
        Quantity workingSet,
        Quantity innerPages,
        CacheSizes caches
    )
    {
        if (!streamed.IsKnown || !workingSet.IsKnown)
            return CacheUse.Sensitive;
        double llc = caches.LlcBytes;
        if (streamed.Value < StreamFactor * llc)
            return workingSet.Value <= llc / SmallSetDivisor ? CacheUse.Neutral : CacheUse.Sensitive;
        if (shape is PlanShape.Aggregation or PlanShape.Sort || innerPages.OrZero * 2 > workingSet.Value)
            return CacheUse.Sensitive;
        return workingSet.Value <= caches.L2Bytes / OwnCacheDivisor ? CacheUse.Polluting : CacheUse.Sensitive;
    }

    /// <summary>VLDB'09: the structures of the two joins that start first decide.</summary>
    public static PlanLocality? Locality(PlanTree tree, Quantity streamed, double llc)
    {
        var joins = tree.Joins.First(tree, 2);
        if (joins.Count > 0 && joins.TrueForAll(InnerSide.IsIndexJoin))
            return PlanLocality.Weak;
        var bytes = new Quantity(0, tree.Basis);
        if (joins.Count == 0)
        {
            foreach (var node in tree.Nodes)
                bytes += node.Structure.Bytes;
        }

        foreach (var join in joins)
            bytes += InnerSide.StructureBytes(join);
        return bytes.IsKnown ? OfBytes(bytes.Value, streamed, llc) : null;
    }

    /// <summary>DaMoN'21: sequential only, or a working set that is used again.</summary>
    public static Temporality? Reuse(Quantity workingSet, Quantity fetched, Quantity read)
    {
        if (!workingSet.IsKnown)
            return null;
        if (workingSet.Value > 0 || fetched.OrZero > 0)
            return Temporality.Temporal;
        return read.OrZero > 0 ? Temporality.NonTemporal : null;
    }

    internal static PlanLocality? OfBytes(double bytes, Quantity streamed, double llc)
    {
        if (bytes <= 0)
        {
            if (!streamed.IsKnown)
                return null;
            return streamed.Value >= StreamFactor * llc ? PlanLocality.Weak : PlanLocality.Strong;
        }

        if (bytes >= LocalityFactor * llc)
            return PlanLocality.Weak;
        return bytes < llc / LocalityFactor ? PlanLocality.Strong : PlanLocality.Moderate;
    }
}

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
