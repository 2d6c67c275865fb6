using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Explain;

/// <summary>What the processes of a query have because of where it stands.</summary>
internal sealed record ExplainedAllotment
{
    /// <summary>The pool that it stands in; null outside all pools, where it has what the server was
    /// started with.</summary>
    public required string? Pool { get; init; }

    /// <summary>The pool's number towards the sidecar; 0 where nothing is throttled.</summary>
    public required int Number { get; init; }

    /// <summary>CPU weight as a fraction of the protected pool's; null leaves the CPU alone.</summary>
    public double? CpuShare { get; init; }

    /// <summary>Logical CPUs; null leaves affinity alone.</summary>
    public ImmutableArray<int>? Cores { get; init; }

    /// <summary>Memory bandwidth percent; null leaves it alone.</summary>
    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>True for the lowest best-effort I/O priority.</summary>
    public bool LowIoPriority { get; init; }

    /// <summary>Most bytes per second from each disk, for statements that write nothing; null for no limit.</summary>
    public long? ReadBytesPerSecond { get; init; }

    /// <summary>Most reads per second of the same; null for no limit.</summary>
    public int? ReadsPerSecond { get; init; }

    /// <summary>The class of service (CLOS); null for the default one.</summary>
    public int? ServiceClass { get; init; }

    /// <summary>Other pools in the same class of service.</summary>
    public ImmutableArray<string> SharesClassWith { get; init; } = [];

    /// <summary>Why it has something else of the cache than it wished for, such as a fold into too few
    /// classes of service.</summary>
    public ImmutableArray<string> CacheNotes { get; init; } = [];

    /// <summary>Capacity masks, one for each L3 domain; empty without cache allocation.</summary>
    public ImmutableArray<MaskChange> Masks { get; init; } = [];

    /// <summary>What a pool gives; its masks against the whole cache.</summary>
    /// <param name="program">The program in force.</param>
    /// <param name="pool">One of its pools.</param>
    public static ExplainedAllotment Of(PolicyProgram program, PoolAllotment pool) => Of(program, pool, []);

    /// <summary>What a pool gives; its masks against those of the pool before.</summary>
    /// <param name="program">The program in force.</param>
    /// <param name="pool">Where the query stands; null outside all pools.</param>
    /// <param name="before">The pool's masks before they changed last; empty where there were none.</param>
    internal static ExplainedAllotment Of(PolicyProgram program, PoolAllotment? pool, ImmutableArray<DomainMask> before)
    {
        var hardware = CacheHardware.Of(program.Target, CpuMap.Of(program.Target));
        var masks = Changes(hardware, pool?.Masks ?? [], before);
        if (pool is null || !pool.Throttles)
        {
            return new ExplainedAllotment
            {
                Pool = pool?.Pool.Name,
                Number = 0,
                Masks = masks,
            };
        }

        var mates = program.Layout.Classes.FirstOrDefault(item => item.Number == pool.ServiceClass);
        return new ExplainedAllotment
        {
            Pool = pool.Pool.Name,
            Number = pool.Number,
            CpuShare = pool.CpuShare,
            Cores = pool.Cores,
            MemoryBandwidthPercent = pool.MemoryBandwidthPercent,
            LowIoPriority = pool.LowIoPriority,
            ReadBytesPerSecond = pool.ReadBytesPerSecond,
            ReadsPerSecond = pool.ReadsPerSecond,
            ServiceClass = pool.ServiceClass,
            SharesClassWith =
            [
                .. (mates?.Pools ?? [])
                    .Where(mate => mate != pool.Pool.Index && mate < program.Pools.Length)
                    .Select(mate => program.Pools[mate].Pool.Name),
            ],
            CacheNotes = [.. program.Layout.NotesOf(pool.Request ?? pool.Pool.Index).Distinct(StringComparer.Ordinal)],
            Masks = masks,
        };
    }

    private static ImmutableArray<MaskChange> Changes(
        CacheHardware hardware,
        ImmutableArray<DomainMask> now,
        ImmutableArray<DomainMask> before
    ) =>
        hardware.Ways == 0
            ? []
            :
            [
                .. hardware.DomainIds.Select(id => new MaskChange(
                    id,
                    MaskIn(before, id, hardware),
                    MaskIn(now, id, hardware)
                )),
            ];

    private static ulong MaskIn(ImmutableArray<DomainMask> masks, int domain, CacheHardware hardware)
    {
        foreach (var mask in masks)
        {
            if (mask.Domain == domain)
                return mask.Mask;
        }

        return hardware.FullMask;
    }
}

/// <summary>The capacity mask of one L3 domain, before and after.</summary>
/// <param name="Domain">The domain's number, as the kernel names it.</param>
/// <param name="Before">The ways before the last change, as bits; every way where there was none.</param>
/// <param name="After">The ways now, as bits.</param>
internal readonly record struct MaskChange(int Domain, ulong Before, ulong After);

/// <summary>The last-level caches of a target, as masks are laid out over them.</summary>
/// <param name="Ways">Of each; 0 where caches cannot be divided.</param>
/// <param name="Domains">The caches and their CPUs.</param>
internal sealed record HostCaches(int Ways, ImmutableArray<L3Domain> Domains)
{
    /// <summary>Those of a target; what it does not tell of them is assumed, as for its masks.</summary>
    public static HostCaches Of(TargetProfile target)
    {
        var cpus = CpuMap.Of(target);
        return new HostCaches(CacheHardware.Of(target, cpus).Ways, cpus.Domains);
    }
}
