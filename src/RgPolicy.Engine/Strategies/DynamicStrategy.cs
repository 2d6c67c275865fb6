using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;

namespace RgPolicy.Engine.Strategies;

/// <summary>
/// The dynamic split [DaMoN'21]. Pools with running queries get ways of their own, and queries get parts of these where
/// their pool's ways do not hold all; a pool that begins later shares the reserve until the next split. While nothing
/// uses the reserve, the largest pool has it too. While there is nothing to keep apart, or each query has a domain
/// nearly to itself, all is as written.
/// </summary>
internal static class DynamicStrategy
{
    /// <summary>What each pool and part should have.</summary>
    /// <param name="terms">Bounds.</param>
    /// <param name="loads">What runs, pool by pool.</param>
    /// <param name="queries">The same, query by query.</param>
    /// <param name="areShared">L3 domains were too few until now for what ran.</param>
    public static CacheSplit Split(
        CacheTerms terms,
        ReadOnlySpan<PoolLoad> loads,
        ReadOnlySpan<QueryLoad> queries,
        bool areShared = false
    )
    {
        Span<SplitDemand> demands = stackalloc SplitDemand[terms.Pools.Length];
        var running = 0;
        for (var index = 0; index < terms.Pools.Length; index++)
        {
            if (terms.Pools[index].TakesPart && loads[index].Queries > 0)
                demands[running++] = DemandOf(terms.Pools[index], loads[index], terms);
        }

        if (OwnDomains.Suffice(terms, loads, queries, areShared))
            return CacheStrategist.AsWritten(terms) with { HasOwnDomains = true };

        var split = running == 0 ? null : SplitAmong(terms, demands[..running], queries);
        return split is null || (running < 2 && split.Parts.IsEmpty) ? CacheStrategist.AsWritten(terms) : split;
    }

    private static CacheSplit SplitAmong(CacheTerms terms, Span<SplitDemand> demands, ReadOnlySpan<QueryLoad> queries)
    {
        var (ways, classes, reserve, isAnyAbsent) = Room(terms, demands);
        Span<int> given = stackalloc int[demands.Length];
        var hasStreams = HasStreamsAmongOthers(demands, queries, terms);
        var pocket = DynamicSplit.Split(demands, ways, reserve, hasStreams, classes, given);
        var isIdle = !hasStreams && isAnyAbsent && given.IndexOf(0) < 0;
        if (isIdle && given[^1] < pocket)
        {
            // Too narrow to have the pocket inside it.
            isIdle = false;
            pocket = DynamicSplit.Split(demands, ways, reserve, isShared: true, classes, given);
        }

        Span<int> own = stackalloc int[terms.Pools.Length];
        Span<int> least = stackalloc int[terms.Pools.Length];
        own.Clear();
        for (var index = 0; index < demands.Length; index++)
        {
            own[terms.PositionOf(demands[index].Pool)] = given[index];
            least[terms.PositionOf(demands[index].Pool)] = demands[index].Floor;
        }

        var lender = isIdle ? terms.PositionOf(demands[^1].Pool) : -1;
        if (lender >= 0)
            least[lender] = Math.Max(least[lender], pocket);

        // Half of what is left: another server of this host may need some too.
        var left = (classes - (given.Length - given.Count(0)) + 1) / 2;
        var parts = QuerySplit.Split(queries, terms, own, least, left);
        return new CacheSplit(
            Requests(terms, own, pocket, lender),
            [.. parts, .. QuerySplit.Streams(queries, own, terms, pocket)]
        );
    }

    /// <summary>The ways and classes of service for the pools that take part; one class is for those that share, beside
    /// the default one.</summary>
    private static (int Ways, int Classes, int Reserve, bool IsAnyAbsent) Room(
        CacheTerms terms,
        ReadOnlySpan<SplitDemand> demands
    )
    {
        var (ways, classes, reserve, isAnyAbsent) = (
            terms.Hardware.Ways,
            terms.Hardware.Classes - 2,
            terms.Reserve,
            false
        );
        foreach (var pool in terms.Pools)
        {
            if (pool.IsExclusive)
                (ways, classes) = (ways - pool.Cap, classes - 1);
            else if (!IsAmong(demands, pool.Pool))
                (reserve, isAnyAbsent) = (Math.Max(reserve, pool.Floor), true);
        }

        return (Math.Max(0, ways), Math.Max(0, classes), reserve, isAnyAbsent);
    }

    private static SplitDemand DemandOf(PoolTerms pool, PoolLoad load, CacheTerms terms)
    {
        var ways =
            load.IsStreaming ? 0
            : load.Unknown > 0 ? pool.Cap
            : (int)Math.Clamp(Math.Ceiling(load.WorkingSet / terms.BytesPerWay), 1, terms.Hardware.Ways);
        return new SplitDemand(pool.Pool, load.Unknown > 0 ? double.MaxValue : load.Order, ways, pool.Floor, pool.Cap);
    }

    /// <summary>Something that only streams runs in a pool in which other queries run too.</summary>
    private static bool HasStreamsAmongOthers(
        ReadOnlySpan<SplitDemand> demands,
        ReadOnlySpan<QueryLoad> queries,
        CacheTerms terms
    )
    {
        foreach (var query in queries)
        {
            foreach (var demand in demands)
            {
                if (
                    query is { IsStreaming: true, MayPart: true }
                    && !demand.IsStreaming
                    && demand.Pool == terms.Pools[query.Pool].Pool
                )
                    return true;
            }
        }

        return false;
    }

    private static ImmutableArray<CacheRequest> Requests(
        CacheTerms terms,
        ReadOnlySpan<int> own,
        int reserve,
        int lender
    )
    {
        var requests = ImmutableArray.CreateBuilder<CacheRequest>(terms.Pools.Length);
        for (var index = 0; index < terms.Pools.Length; index++)
        {
            var pool = terms.Pools[index];
            requests.Add(
                !pool.TakesPart ? pool.AsWritten
                : own[index] > 0 ? pool.With(own[index], isApart: index != lender)
                : pool.With(Math.Clamp(reserve, pool.Floor, pool.Cap), isApart: false)
            );
        }

        return requests.MoveToImmutable();
    }

    private static bool IsAmong(ReadOnlySpan<SplitDemand> demands, int pool)
    {
        foreach (var demand in demands)
        {
            if (demand.Pool == pool)
                return true;
        }

        return false;
    }
}
