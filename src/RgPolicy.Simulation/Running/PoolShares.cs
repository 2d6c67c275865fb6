using RgPolicy.Engine.Allot;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>Where a backend stands: the masks, CPUs and shares of its pool.</summary>
/// <param name="Name">The pool's name; empty outside all pools.</param>
/// <param name="Share">CPU and bandwidth.</param>
/// <param name="Masks">The mask in each domain, by position.</param>
/// <param name="Cpus">CPUs in each domain that it may run on, by position.</param>
internal sealed record PoolShares(string Name, Share Share, ImmutableArray<ulong> Masks, ImmutableArray<CpuSet> Cpus)
{
    /// <summary>Of whoever is not throttled.</summary>
    public static PoolShares Free(MachineModel machine) =>
        new(
            "",
            Share.All,
            [.. machine.Domains.Select(domain => domain.FullMask)],
            [.. machine.Domains.Select(domain => domain.AllCpus)]
        );

    /// <summary>Of a pool.</summary>
    public static PoolShares Of(PoolAllotment pool, MachineModel machine) =>
        new(
            pool.Pool.Name,
            new Share(pool.PartOf ?? pool.Number, pool.CpuShare, pool.MemoryBandwidthPercent ?? 100),
            [.. machine.Domains.Select(domain => MaskOf(pool, domain))],
            [
                .. machine.Domains.Select(domain =>
                    pool.Cores is { } cores ? CpuSet.Of(domain.CpusOfCores, cores.Contains) : domain.AllCpus
                ),
            ]
        );

    private static ulong MaskOf(PoolAllotment pool, DomainModel domain)
    {
        foreach (var mask in pool.Masks)
        {
            if (mask.Domain == domain.Id && (mask.Mask & domain.FullMask) != 0)
                return mask.Mask & domain.FullMask;
        }

        return domain.FullMask;
    }
}
