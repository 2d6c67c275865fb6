using System.Collections.Immutable;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Adds up minimums of CPU as the server does: on each scheduler, those of the pools that run there.</summary>
internal static class MinimumSums
{
    /// <summary>The pools of the scheduler on which the minimums sum highest.</summary>
    public static ImmutableArray<ResourcePoolSpec> MostOnOneScheduler(ImmutableArray<ResourcePoolSpec> pools)
    {
        var kept = pools.Select(pool => (Pool: pool, Schedulers: CpuRanges.Parse(pool.Schedulers) ?? [])).ToList();
        return kept.SelectMany(each => each.Schedulers)
            .Distinct()
            .Select(scheduler => kept.Where(each => each.Schedulers.IsEmpty || each.Schedulers.Contains(scheduler)))
            .Prepend(kept.Where(each => each.Schedulers.IsEmpty))
            .Select(there => there.Select(each => each.Pool).ToImmutableArray())
            .MaxBy(there => there.Sum(pool => pool.MinCpuPercent));
    }
}
