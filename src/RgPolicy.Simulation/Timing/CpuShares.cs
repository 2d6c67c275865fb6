using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>Divides the CPUs of a domain among pools by weight, and among the threads of a pool equally, as a fair
/// scheduler does.</summary>
internal static class CpuShares
{
    /// <summary>Sets what each thread gets, and how crowded cores are.</summary>
    public static void Divide(LoadGroup[] groups, DomainModel domain, MemoryModel memory)
    {
        var threads = groups.Sum(group => group.Threads * group.Count);
        var crowding = Crowding(threads, domain, memory);
        foreach (var group in groups)
            (group.Crowding, group.CpuPart) = (crowding, 1);

        if (threads > domain.Cpus || groups.Any(group => group.Cpus < domain.Cpus))
            Fill([.. groups.GroupBy(group => group.Share.Pool).Select(pool => pool.ToArray())], domain.Cpus);
    }

    // Two threads on a core do SmtGain times what one does; a domain that is half full has only some such cores.
    private static double Crowding(double threads, DomainModel domain, MemoryModel memory)
    {
        var extra = Math.Clamp(threads - domain.Cores, 0, domain.Cpus - domain.Cores);
        return (domain.Cores + extra) / (domain.Cores + (extra * (memory.SmtGain - 1)));
    }

    /// <summary>Weighted max-min fairness: who wants less than his share leaves the rest to the others.</summary>
    private static void Fill(List<LoadGroup[]> pools, double free)
    {
        while (pools.Count > 0)
        {
            var level = free / pools.Sum(pool => pool[0].Share.Weight);
            var content = pools.FindAll(pool => Wanted(pool) <= level * pool[0].Share.Weight);
            foreach (var pool in content.Count > 0 ? content : pools)
            {
                var given = Math.Min(Wanted(pool), level * pool[0].Share.Weight);
                free -= given;
                Give(pool, given);
            }

            pools = content.Count > 0 ? pools.Except(content).ToList() : [];
        }
    }

    private static double Wanted(LoadGroup[] pool) => Math.Min(Threads(pool), pool[0].Cpus);

    private static double Threads(LoadGroup[] pool) => pool.Sum(group => group.Threads * group.Count);

    private static void Give(LoadGroup[] pool, double cpus)
    {
        var part = Math.Min(1, cpus / Threads(pool));
        foreach (var group in pool)
            group.CpuPart = part;
    }
}
