using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>What threads that share CPUs evenly want of a domain's, and what they get.</summary>
internal sealed class CpuDemand
{
    private readonly LoadGroup[] _groups;
    private readonly double _threads;
    private readonly double _wanted;

    private CpuDemand(LoadGroup[] groups, ulong regions, double weight)
    {
        (_groups, Regions, Weight) = (groups, regions, Math.Max(1e-9, weight));
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

    /// <summary>Of groups that share CPUs thread by thread, and may run on the same ones.</summary>
    public static CpuDemand Of(LoadGroup[] groups, CpuRegions regions, double weight) =>
        new(groups, regions.MaskOf(groups[0].Cpus), weight);

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
