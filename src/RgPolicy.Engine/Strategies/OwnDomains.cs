using System.Numerics;
using RgPolicy.Engine.Allot.Bounds;

namespace RgPolicy.Engine.Strategies;

/// <summary>
/// Whether what runs has L3 domains nearly to itself: on processors with many, while few queries run. Then a split,
/// which is for all domains alike, takes ways that no other query uses.
/// </summary>
internal static class OwnDomains
{
    /// <summary>Schedulers do not keep queries apart: with as many domains free as are in use, few have one in
    /// common.</summary>
    private const int Spare = 2;

    /// <summary>Whether there are enough domains.</summary>
    /// <param name="terms">Bounds.</param>
    /// <param name="loads">What runs, pool by pool.</param>
    /// <param name="queries">The same, query by query.</param>
    /// <param name="areShared">There were too few until now: one more must be free, so that a query that comes and goes
    /// does not change all masks each time.</param>
    public static bool Suffice(
        CacheTerms terms,
        ReadOnlySpan<PoolLoad> loads,
        ReadOnlySpan<QueryLoad> queries,
        bool areShared
    )
    {
        var needed = areShared ? 1 : 0;
        foreach (var load in loads)
            needed += load.Queries;

        foreach (var query in queries)
            needed += (query.Processes - 1) / terms.CpusPerDomain;

        return needed * Spare <= DomainsForAll(terms);
    }

    private static int DomainsForAll(CacheTerms terms)
    {
        var common = terms.ServerDomains;
        foreach (var pool in terms.Pools)
            common &= pool.TakesPart ? pool.Domains : ulong.MaxValue;

        return Math.Min(terms.Hardware.DomainIds.Length, BitOperations.PopCount(common));
    }
}
