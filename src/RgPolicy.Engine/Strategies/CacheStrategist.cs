using System.Collections.Immutable;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Strategies;

/// <summary>What each pool should have of the cache for the mix that runs. Pure.</summary>
internal static class CacheStrategist
{
    /// <summary>4 of 32 colours are enough for those of weak locality [VLDB'09].</summary>
    private const int WeakShare = 8;

    /// <summary>The requests of all pools.</summary>
    /// <param name="kind">The strategy.</param>
    /// <param name="terms">Bounds.</param>
    /// <param name="loads">What runs, by the pools' places in the terms.</param>
    /// <param name="protects">There is something outside these pools, such as short transactions, that narrowing
    /// protects.</param>
    ///
    public static ImmutableArray<CacheRequest> Requests(
        CacheStrategyKind kind,
        CacheTerms terms,
        ReadOnlySpan<PoolLoad> loads,
        bool protects
    ) =>
        kind switch
        {
            CacheStrategyKind.Dynamic => Dynamic(terms, loads),
            CacheStrategyKind.Locality => Locality(terms, loads, protects),
            _ => AsWritten(terms),
        };

    /// <summary>
    /// Pools with running queries get ways of their own; a pool that begins later shares the reserve until the next
    /// split. While no pool uses the reserve, the largest pool has it too. While fewer than two pools run, there is
    /// nothing to keep apart.
    /// </summary>
    private static ImmutableArray<CacheRequest> Dynamic(CacheTerms terms, ReadOnlySpan<PoolLoad> loads)
    {
        Span<SplitDemand> demands = stackalloc SplitDemand[terms.Pools.Length];
        var running = 0;
        for (var index = 0; index < terms.Pools.Length; index++)
        {
            if (terms.Pools[index].TakesPart && loads[index].Queries > 0)
            {
                demands[running++] = DemandOf(terms.Pools[index], loads[index], terms);
            }
        }

        return running < 2 ? AsWritten(terms) : Split(terms, demands[..running]);
    }

    private static ImmutableArray<CacheRequest> Split(CacheTerms terms, Span<SplitDemand> demands)
    {
        // One class for the pools that share, beside the default one.
        var (ways, classes, reserve, isAnyAbsent) = (
            terms.Hardware.Ways,
            terms.Hardware.Classes - 2,
            terms.Reserve,
            false
        );
        foreach (var pool in terms.Pools)
        {
            if (pool.IsExclusive)
            {
                (ways, classes) = (ways - pool.Cap, classes - 1);
            }
            else if (IndexOf(demands, pool.Pool) < 0)
            {
                (reserve, isAnyAbsent) = (Math.Max(reserve, pool.Floor), true);
            }
        }

        (ways, classes) = (Math.Max(0, ways), Math.Max(0, classes));
        Span<int> given = stackalloc int[demands.Length];
        var pocket = DynamicSplit.Split(demands, ways, reserve, isShared: false, classes, given);
        var isIdle = isAnyAbsent && given.IndexOf(0) < 0;
        if (isIdle && given[^1] < pocket)
        {
            // Too narrow to have the pocket inside it.
            isIdle = false;
            pocket = DynamicSplit.Split(demands, ways, reserve, isShared: true, classes, given);
        }

        return Requests(terms, demands, given, pocket, lender: isIdle ? demands[^1].Pool : -1);
    }

    private static SplitDemand DemandOf(PoolTerms pool, PoolLoad load, CacheTerms terms)
    {
        var ways =
            load.IsStreaming ? 0
            : load.Unknown > 0 ? pool.Cap
            : (int)Math.Clamp(Math.Ceiling(load.WorkingSet / terms.BytesPerWay), 1, terms.Hardware.Ways);
        return new SplitDemand(pool.Pool, load.Unknown > 0 ? double.MaxValue : load.Order, ways, pool.Floor, pool.Cap);
    }

    private static ImmutableArray<CacheRequest> Requests(
        CacheTerms terms,
        ReadOnlySpan<SplitDemand> demands,
        ReadOnlySpan<int> given,
        int reserve,
        int lender
    )
    {
        var requests = ImmutableArray.CreateBuilder<CacheRequest>(terms.Pools.Length);
        foreach (var pool in terms.Pools)
        {
            var index = IndexOf(demands, pool.Pool);
            requests.Add(
                !pool.TakesPart ? pool.AsWritten
                : index >= 0 && given[index] > 0 ? pool.With(given[index], isApart: pool.Pool != lender)
                : pool.With(Math.Clamp(reserve, pool.Floor, pool.Cap), isApart: false)
            );
        }

        return requests.MoveToImmutable();
    }

    private static int IndexOf(ReadOnlySpan<SplitDemand> demands, int pool)
    {
        for (var index = 0; index < demands.Length; index++)
        {
            if (demands[index].Pool == pool)
            {
                return index;
            }
        }

        return -1;
    }

    private static ImmutableArray<CacheRequest> AsWritten(CacheTerms terms) =>
        [.. terms.Pools.Select(pool => pool.AsWritten)];

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
