using System.Collections.Immutable;
using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Running;

/// <summary>Where the threads of an execution are.</summary>
/// <param name="Domains">Positions of domains.</param>
/// <param name="Threads">Threads in each.</param>
/// <param name="Cpus">What it was allowed when it was placed, domain by domain.</param>
internal sealed record ThreadPlaces(
    ImmutableArray<int> Domains,
    ImmutableArray<double> Threads,
    ImmutableArray<CpuSet> Cpus
)
{
    /// <summary>Nowhere.</summary>
    public static ThreadPlaces None { get; } = new([], [], []);

    /// <summary>Whether it was placed for these CPUs.</summary>
    public bool IsFor(ImmutableArray<CpuSet> cpus) => Cpus == cpus || Cpus.SequenceEqual(cpus);
}
