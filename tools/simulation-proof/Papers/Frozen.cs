namespace RgPolicy.SimulationProof.Papers;

/// <summary>
/// What was fitted to curves of queries that run alone, by <c>tools/simulation-proof/run fit</c>, before any pair was
/// computed. It is
/// not to be changed because of a pair.
/// </summary>
internal static class Frozen
{
    /// <summary>Processor seconds of an aggregated row [ICDE'18, aggregation alone].</summary>
    public const double AggregationCpu = 1.09e-8;

    /// <summary>Accesses that a thread of an aggregation has under way.</summary>
    public const double AggregationOverlap = 14.1;

    /// <summary>Processor seconds of a looked-up row [ICDE'18, foreign-key join of 10^8 keys alone].</summary>
    public const double JoinCpu = 1.29e-8;

    /// <summary>
    /// Accesses that a thread of such a join has under way. One curve does not determine two parameters: this one is
    /// the mix's default.
    /// </summary>
    public const double JoinOverlap = 4;

    /// <summary>MiB over which TPC-H of scale 100 reads again what it has read [HPCA'18, its speed in 2, 10 and 40
    /// MB].</summary>
    public const double TpchMegabytes = 4.7;

    /// <summary>Processor seconds of it for each access.</summary>
    public const double TpchCpu = 1.82e-10;
}
