namespace RgPolicy.Simulation.Machines;

/// <summary>One last-level cache and the cores that share it.</summary>
/// <param name="Id">Its number in masks.</param>
/// <param name="Socket">The position of its socket.</param>
/// <param name="Ways">Ways.</param>
/// <param name="Sets">Sets of so many ways, each of one line.</param>
/// <param name="Cores">Physical cores.</param>
/// <param name="Cpus">Logical CPUs.</param>
/// <param name="CpuNumbers">The logical CPUs by number.</param>
public sealed record DomainModel(
    int Id,
    int Socket,
    int Ways,
    double Sets,
    int Cores,
    int Cpus,
    IReadOnlySet<int> CpuNumbers
)
{
    /// <summary>Every way, as a capacity mask.</summary>
    public ulong FullMask => Ways >= 64 ? ulong.MaxValue : (1UL << Ways) - 1;
}
