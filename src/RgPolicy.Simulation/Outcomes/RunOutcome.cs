namespace RgPolicy.Simulation.Outcomes;

/// <summary>One run of a mix, governed or not.</summary>
/// <param name="Seconds">Simulated seconds; fewer than the mix has where everything ended earlier or there were too
/// many events.</param>
/// <param name="Events">Begins, ends and changes of phase.</param>
/// <param name="IsCut">There were too many events for the whole time.</param>
/// <param name="Lost">Arrivals for which the server had no backend left.</param>
/// <param name="Queries">Query by query.</param>
/// <param name="Maps">The masks, from each moment at which they changed on; empty without a governor.</param>
internal sealed record RunOutcome(
    double Seconds,
    long Events,
    bool IsCut,
    long Lost,
    ImmutableArray<QueryOutcome> Queries,
    ImmutableArray<MaskMap> Maps
);

/// <summary>The masks of all pools from a moment on.</summary>
/// <param name="Seconds">When.</param>
/// <param name="Pools">Pool by pool.</param>
internal sealed record MaskMap(double Seconds, ImmutableArray<PoolMask> Pools);

/// <summary>The masks of a pool.</summary>
/// <param name="Pool">The pool.</param>
/// <param name="Masks">In each last-level cache, by position.</param>
internal sealed record PoolMask(string Pool, ImmutableArray<ulong> Masks);

/// <summary>How a query would do alone on the machine with fewer ways.</summary>
/// <param name="Name">The query.</param>
/// <param name="MissRatios">The part of accesses to its structures that miss, with 1 way, 2 ways and so on.</param>
internal sealed record MissCurve(string Name, ImmutableArray<double> MissRatios);
