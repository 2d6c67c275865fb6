using System.Numerics;
using RgPolicy.Simulation.Caching;
using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>The CPUs of a domain, parted where the sets of those that run there end: all of a region are in the same
/// sets.</summary>
internal sealed class CpuRegions
{
    private const int MostRegions = 64;
    private const int Halvings = 40;
    private readonly CpuSet[] _sets;
    private readonly ulong[] _members;
    private readonly int[] _cpus;
    private readonly int[] _cores;
    private readonly double[] _busy;

    private CpuRegions(CpuSet[] sets, ulong[] members, int[] cpus, int[] cores)
    {
        (_sets, _members, _cpus, _cores) = (sets, members, cpus, cores);
        _busy = new double[members.Length];
        Unions = MaskUnions.Of([.. sets.Select(MaskOf).Distinct()]);
    }

    /// <summary>Every union of the regions of sets that overlap, as bits.</summary>
    public ulong[] Unions { get; }

    /// <summary>Parts a domain.</summary>
    /// <param name="domain">The domain.</param>
    /// <param name="sets">The sets of all that runs in it; of more than 64 the rest counts as the last.</param>
    public static CpuRegions Of(DomainModel domain, CpuSet[] sets)
    {
        sets = sets[..Math.Min(sets.Length, MostRegions)];
        var cpus = new Dictionary<ulong, int>();
        var cores = new Dictionary<ulong, int>();
        foreach (var core in domain.CpusOfCores)
        {
            foreach (var region in core.GroupBy(cpu => SignatureOf(cpu, sets)))
            {
                cpus[region.Key] = cpus.GetValueOrDefault(region.Key) + region.Count();
                cores[region.Key] = cores.GetValueOrDefault(region.Key) + 1;
            }
        }

        ulong[] members = [.. cpus.Keys.Where(key => key != 0).Order().Take(MostRegions)];
        return new CpuRegions(
            sets,
            members,
            [.. members.Select(key => cpus[key])],
            [.. members.Select(key => cores[key])]
        );
    }

    /// <summary>The regions of a set, as bits.</summary>
    public ulong MaskOf(CpuSet set)
    {
        var found = Array.IndexOf(_sets, set);
        var index = found < 0 ? _sets.Length - 1 : found;
        var mask = 0UL;
        for (var region = 0; region < _members.Length; region++)
            mask |= (_members[region] >> index & 1) << region;
        return mask;
    }

    /// <summary>How many CPUs regions have.</summary>
    public double CpusOf(ulong regions)
    {
        var sum = 0;
        for (var left = regions; left != 0; left &= left - 1)
            sum += _cpus[BitOperations.TrailingZeroCount(left)];
        return sum;
    }

    /// <summary>Puts the pools on regions, those with the fewest CPUs first, each so that cores are evenly
    /// used.</summary>
    public void Occupy(IEnumerable<CpuDemand> pools)
    {
        foreach (var pool in pools.OrderBy(pool => CpusOf(pool.Regions)))
        {
            var level = LevelFor(pool);
            var placed = new double[_members.Length];
            for (var region = 0; region < placed.Length; region++)
            {
                placed[region] = (pool.Regions >> region & 1) == 0 ? 0 : Takes(region, level);
                _busy[region] += placed[region];
            }

            pool.Place(placed);
        }
    }

    /// <summary>Two threads on a core do SmtGain times what one does: how much slower each of a pool's threads is,
    /// where only some cores have two.</summary>
    public double CrowdingOf(CpuDemand pool, MemoryModel memory)
    {
        var (sum, all) = (0.0, 0.0);
        for (var region = 0; region < _members.Length; region++)
        {
            sum += pool.Placed[region] * Crowding(region, memory);
            all += pool.Placed[region];
        }

        return all > 0 ? sum / all : 1;
    }

    private double Crowding(int region, MemoryModel memory)
    {
        var cores = _cores[region];
        var extra = Math.Clamp(_busy[region] - cores, 0, _cpus[region] - cores);
        return (cores + extra) / (cores + (extra * (memory.SmtGain - 1)));
    }

    // As many CPUs busy on each core, wherever the pool may run, as take in what it was given.
    private double LevelFor(CpuDemand pool)
    {
        var (low, high) = (0.0, (double)_cpus.DefaultIfEmpty().Max());
        for (var step = 0; step < Halvings; step++)
        {
            var middle = (low + high) / 2;
            var taken = 0.0;
            for (var left = pool.Regions; left != 0; left &= left - 1)
                taken += Takes(BitOperations.TrailingZeroCount(left), middle);
            (low, high) = taken < pool.Given ? (middle, high) : (low, middle);
        }

        return high;
    }

    private double Takes(int region, double level) =>
        Math.Max(0, Math.Min(_cpus[region], level * _cores[region]) - _busy[region]);

    private static ulong SignatureOf(int cpu, CpuSet[] sets)
    {
        var signature = 0UL;
        for (var index = 0; index < sets.Length; index++)
            signature |= sets[index].Contains(cpu) ? 1UL << index : 0;
        return signature;
    }
}
