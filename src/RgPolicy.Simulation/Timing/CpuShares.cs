using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>Divides the CPUs of a domain among pools by weight, and among the threads of a pool equally, as a fair
/// scheduler does that keeps every pool on its own CPUs.</summary>
internal static class CpuShares
{
    // What differs by less is rounding.
    private const double Same = 1e-9;

    /// <summary>Sets what each thread gets, and how crowded cores are.</summary>
    public static void Divide(LoadGroup[] groups, DomainModel domain, MemoryModel memory)
    {
        var regions = CpuRegions.Of(domain, [.. groups.Select(group => group.Cpus).Distinct()]);
        CpuDemand[] pools =
        [
            .. groups.GroupBy(group => group.Share.CpuGroup).SelectMany(pool => Demands([.. pool], regions)),
        ];
        Fill(pools, regions);
        regions.Occupy(pools);
        foreach (var pool in pools)
            pool.Tell(regions, memory);
    }

    // Who has no weight may share with others that run on other CPUs: the weight of all goes by threads.
    private static IEnumerable<CpuDemand> Demands(LoadGroup[] pool, CpuRegions regions)
    {
        var threads = pool.Sum(group => group.Threads * group.Count);
        foreach (var same in pool.GroupBy(group => group.Cpus))
        {
            var part = same.Sum(group => group.Threads * group.Count) / threads;
            yield return CpuDemand.Of([.. same], regions, (pool[0].Share.Weight ?? 1) * part);
        }
    }

    /// <summary>
    /// Weighted max-min fairness: all pools get more in proportion to their weights, until one has what it wants or the
    /// CPUs of some are used up; the others go on. Who wants less than his share leaves the rest to those who share
    /// CPUs with him. No more than its CPUs goes to the pools that have no others, and that is enough for all to be
    /// placed (Hall's theorem).
    /// </summary>
    private static void Fill(CpuDemand[] pools, CpuRegions regions)
    {
        var open = pools.ToList();
        while (open.Count > 0)
        {
            var step = open.Min(pool => pool.Missing / pool.Weight);
            foreach (var union in regions.Unions)
                step = Math.Min(step, Room(pools, open, union, regions));
            foreach (var pool in open)
                pool.Given += pool.Weight * Math.Max(0, step);
            var full = regions.Unions.Where(union => Free(pools, union, regions) <= Same).ToList();
            open.RemoveAll(pool => pool.Missing <= Same || full.Exists(union => pool.IsWithin(union)));
        }
    }

    private static double Room(CpuDemand[] pools, List<CpuDemand> open, ulong union, CpuRegions regions)
    {
        var weight = open.Where(pool => pool.IsWithin(union)).Sum(pool => pool.Weight);
        return weight > 0 ? Free(pools, union, regions) / weight : double.PositiveInfinity;
    }

    private static double Free(CpuDemand[] pools, ulong union, CpuRegions regions) =>
        regions.CpusOf(union) - pools.Where(pool => pool.IsWithin(union)).Sum(pool => pool.Given);
}

/// <summary>What an execution may use: what its pool comes to.</summary>
/// <param name="Pool">The pool's number; 0 is not throttled.</param>
/// <param name="Weight">CPU weight of the pool's processes together against all that has none; null where the pool
/// leaves the CPU alone, so that its threads share with all others that have no weight, thread by thread.</param>
/// <param name="BandwidthPercent">The most of the memory's bandwidth; 100 is no limit.</param>
internal sealed record Share(int Pool, double? Weight, int BandwidthPercent)
{
    /// <summary>Everything.</summary>
    public static Share All { get; } = new(0, null, 100);

    /// <summary>Those with whom it shares CPUs thread by thread: its pool, or all that have no weight, as 0.</summary>
    public int CpuGroup => Weight is null ? 0 : Pool;
}
