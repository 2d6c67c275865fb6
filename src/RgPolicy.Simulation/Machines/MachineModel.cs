using RgPolicy.Language.Targets;

namespace RgPolicy.Simulation.Machines;

/// <summary>A target as the simulation sees it: caches, cores and memory.</summary>
/// <param name="Domains">Its last-level caches, by position.</param>
/// <param name="Sockets">How many sockets have such caches.</param>
/// <param name="Memory">What the profile does not tell.</param>
internal sealed record MachineModel(ImmutableArray<DomainModel> Domains, int Sockets, MemoryModel Memory)
{
    /// <summary>Bytes of a cache line.</summary>
    public const int LineBytes = 64;

    // Where the processor offers no masks, the number of ways is not known; 16 is usual.
    private const int UsualWays = 16;

    /// <summary>Makes it from a profile.</summary>
    public static MachineModel Of(TargetProfile target, MemoryModel memory)
    {
        var domains = target.L3Domains.IsEmpty
            ? [.. Enumerable.Range(0, target.Sockets).Select(socket => Assume(socket, target))]
            : target.L3Domains;
        var sockets = domains.Select(domain => domain.Socket).Distinct().Order().ToList();
        return new MachineModel(
            [.. domains.Select(domain => Describe(domain, sockets.IndexOf(domain.Socket), target))],
            sockets.Count,
            memory with
            {
                L2Bytes = memory.L2Bytes ?? target.L2Bytes,
            }
        );
    }

    private static DomainModel Describe(L3Domain domain, int socket, TargetProfile target)
    {
        var ways = target.LlcWays > 0 ? target.LlcWays : UsualWays;
        var bytes = domain.Bytes > 0 ? domain.Bytes : target.LlcBytes;
        return new DomainModel(domain.Id, socket, ways, Math.Max(1, (double)bytes / LineBytes / ways), domain.Cores);
    }

    private static L3Domain Assume(int socket, TargetProfile target)
    {
        var first = socket * target.Cores / target.Sockets;
        var end = (socket + 1) * target.Cores / target.Sockets;
        var cores = Enumerable.Range(first, end - first).Select(cpu => ImmutableArray.Create(cpu));
        return new L3Domain(socket, socket, target.LlcBytes, [.. cores]);
    }
}

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
