using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Strategies;

/// <summary>What each pool should have of the cache for the mix that runs. Pure.</summary>
internal static class CacheStrategist
{
    /// <summary>4 of 32 colours are enough for those of weak locality [VLDB'09].</summary>
    private const int WeakShare = 8;

    /// <summary>What all pools, and the parts of some, should have.</summary>
    /// <param name="kind">The strategy.</param>
    /// <param name="terms">Bounds.</param>
    /// <param name="loads">What runs, by the pools' places in the terms.</param>
    /// <param name="queries">The same, query by query.</param>
    /// <param name="protects">There is something outside these pools, such as short transactions, that throttling
    /// protects.</param>
    /// <param name="areShared">L3 domains were too few until now for what ran to have one each.</param>
    public static CacheSplit Split(
        CacheStrategyKind kind,
        CacheTerms terms,
        ReadOnlySpan<PoolLoad> loads,
        ReadOnlySpan<QueryLoad> queries,
        bool protects,
        bool areShared
    ) =>
        kind switch
        {
            CacheStrategyKind.Dynamic => DynamicStrategy.Split(terms, loads, queries, areShared),
            CacheStrategyKind.Locality => new CacheSplit(Locality(terms, loads, protects), []),
            _ => AsWritten(terms),
        };

    /// <summary>What the policy says.</summary>
    public static CacheSplit AsWritten(CacheTerms terms) => new([.. terms.Pools.Select(pool => pool.AsWritten)], []);

    /// <summary>Pools in which all is of weak locality get a pocket, but only beside others: among themselves they do
    /// no harm.</summary>
    ///
    private static ImmutableArray<CacheRequest> Locality(CacheTerms terms, ReadOnlySpan<PoolLoad> loads, bool protects)
    {
        var (anyWeak, anyOther) = (false, protects);
        foreach (var load in loads)
        {
            anyWeak |= load.IsWeak;
            anyOther |= load.Queries > load.Weak;
        }

        var requests = ImmutableArray.CreateBuilder<CacheRequest>(terms.Pools.Length);
        for (var index = 0; index < terms.Pools.Length; index++)
        {
            var pool = terms.Pools[index];
            var pocket = Math.Clamp(terms.Hardware.Ways / WeakShare, pool.Floor, pool.Cap);
            requests.Add(
                anyWeak && anyOther && pool.TakesPart && loads[index].IsWeak
                    ? pool.With(pocket, isApart: false)
                    : pool.AsWritten
            );
        }

        return requests.MoveToImmutable();
    }
}

/// <summary>What the mix should have of the cache.</summary>
/// <param name="Pools">The request of each pool that takes part or is exclusive.</param>
/// <param name="Parts">What single queries have of their pools.</param>
internal sealed record CacheSplit(ImmutableArray<CacheRequest> Pools, ImmutableArray<QueryPart> Parts)
{
    /// <summary>Nothing is split because each query has an L3 domain nearly to itself.</summary>
    public bool HasOwnDomains { get; init; }
}
