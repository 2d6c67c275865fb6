using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>What the threads of one pool want of a domain's CPUs, and what they get.</summary>
internal sealed class CpuDemand
{
    private readonly LoadGroup[] _groups;
    private readonly double _threads;
    private readonly double _wanted;

    private CpuDemand(LoadGroup[] groups, ulong regions)
    {
        (_groups, Regions, Weight) = (groups, regions, Math.Max(1e-6, groups[0].Share.Weight));
        _threads = groups.Sum(group => group.Threads * group.Count);
        _wanted = Math.Min(_threads, groups[0].Cpus.Count);
    }

    /// <summary>Where it may run, as bits.</summary>
    public ulong Regions { get; }

    /// <summary>Its weight.</summary>
    public double Weight { get; }

    /// <summary>CPUs that it has.</summary>
    public double Given { get; set; }

    /// <summary>CPUs that it could use besides.</summary>
    public double Missing => _wanted - Given;

    /// <summary>CPUs of each region that its threads are on.</summary>
    public double[] Placed { get; private set; } = [];

    /// <summary>Of the groups of one pool, which may run on the same CPUs.</summary>
    public static CpuDemand Of(LoadGroup[] groups, CpuRegions regions) => new(groups, regions.MaskOf(groups[0].Cpus));

    /// <summary>Whether it has no CPU outside these regions.</summary>
    public bool IsWithin(ulong regions) => (Regions & ~regions) == 0;

    /// <summary>Puts it on so much of each region.</summary>
    public void Place(double[] placed) => Placed = placed;

    /// <summary>Tells the groups what they get.</summary>
    public void Tell(CpuRegions regions, MemoryModel memory)
    {
        var crowding = regions.CrowdingOf(this, memory);
        var part = _threads > 0 ? Math.Min(1, Given / _threads) : 1;
        foreach (var group in _groups)
            (group.Crowding, group.CpuPart) = (crowding, part);
    }
}
