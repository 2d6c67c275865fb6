using System.Collections.Immutable;

namespace RgPolicy.Simulation.Machines;

/// <summary>One last-level cache and the cores that share it.</summary>
/// <param name="Id">Its number in masks.</param>
/// <param name="Socket">The position of its socket.</param>
/// <param name="Ways">Ways.</param>
/// <param name="Sets">Sets of so many ways, each of one line.</param>
/// <param name="CpusOfCores">The logical CPUs of each physical core.</param>
internal sealed record DomainModel(
    int Id,
    int Socket,
    int Ways,
    double Sets,
    ImmutableArray<ImmutableArray<int>> CpusOfCores
)
{
    /// <summary>Every way, as a capacity mask.</summary>
    public ulong FullMask => Ways >= 64 ? ulong.MaxValue : (1UL << Ways) - 1;

    /// <summary>Every CPU.</summary>
    public CpuSet AllCpus { get; } = CpuSet.Of(CpusOfCores, _ => true);

    /// <summary>Physical cores.</summary>
    public int Cores => AllCpus.Cores;

    /// <summary>Logical CPUs.</summary>
    public int Cpus => AllCpus.Count;
}
