using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Serving;

/// <summary>Whether a request's figures are possible at all; a request with one bad figure changes nothing.</summary>
internal static class RequestCheck
{
    private const int HighestPool = 63;
    private const int HighestCore = 8191;
    private const int MostWays = 64;
    private const int MostDomainWays = 512;

    /// <summary>Why not, or null.</summary>
    internal static string? RefusePools(IReadOnlyList<PoolSpec> pools, Limits limits)
    {
        if (pools.Count > limits.MaxPools)
            return $"{pools.Count} pools are more than root's limit of {limits.MaxPools}";

        if (pools.Select(p => p.Number).Distinct().Count() != pools.Count)
            return "a pool's number is given twice";

        if (
            pools
                .SelectMany(p => p.CacheCpus is { IsDefault: false } cpus ? cpus.Distinct() : [])
                .GroupBy(c => c)
                .FirstOrDefault(c => c.Count() > 1) is
            { } twice
        )
            return $"CPU {twice.Key} is to have the ways of two pools";

        if (pools.FirstOrDefault(p => p.PartOf is { } whole && !IsWhole(pools, whole)) is { } lost)
            return $"pool {lost.Number} is a part of {lost.PartOf}, which is no pool by itself here";

        return pools.FirstOrDefault(p => limits.Of(p.Whole) is null) is { } unknown
            ? $"pool {unknown.Whole} is not among those that root's limits name"
            : pools.Select(RefusePool).FirstOrDefault(r => r is not null);
    }

    /// <summary>Why not, or null.</summary>
    internal static string? RefuseMoves(IReadOnlyList<MoveRequest> moves)
    {
        foreach (var move in moves)
        {
            // Number 0 would mean the writing task itself to the kernel.
            if (move.ProcessId <= 0 || move.Pool is < 0 or > HighestPool)
                return $"process {move.ProcessId} to pool {move.Pool} is not a move";
        }

        return null;
    }

    /// <summary>Why not, or null.</summary>
    internal static string? RefuseSample(SampleRequest sample) =>
        sample.Processes is not { Count: > 0 and <= SampleRequest.MostProcesses } processes
        || processes.Any(id => id <= 1)
            ? $"a sample is of 1 to {SampleRequest.MostProcesses} processes"
        : sample.BudgetMicroseconds < 1 ? "a sample's budget is at least 1 microsecond"
        : null;

    private static bool IsWhole(IReadOnlyList<PoolSpec> pools, int number) =>
        pools.Any(p => p.Number == number && p.PartOf is null);

    private static string? RefusePool(PoolSpec pool) =>
        pool switch
        {
            { Number: < 1 or > HighestPool } => $"pool number {pool.Number} is not 1 to {HighestPool}",
            { CpuShare: not (null or (>= 0 and <= 1)) } => $"pool {pool.Number}: the CPU share must be 0 to 1",
            { Cores.IsDefaultOrEmpty: true } => $"pool {pool.Number}: the core set is empty",
            { Cores: { } cores } when cores.Length > HighestCore || cores.Any(c => c is < 0 or > HighestCore) =>
                $"pool {pool.Number}: a core is not 0 to {HighestCore}",
            { CacheCpus: not null, PartOf: not null } =>
                $"pool {pool.Number}: a part of a pool has no CPUs of its own for its ways",
            { CacheCpus.IsDefaultOrEmpty: true } => $"pool {pool.Number}: the set of CPUs for its ways is empty",
            { CacheCpus: { } cpus } when cpus.Length > HighestCore || cpus.Any(c => c is < 0 or > HighestCore) =>
                $"pool {pool.Number}: a CPU for its ways is not 0 to {HighestCore}",
            { CacheCpus: not null, WayCount: null, MemoryBandwidthPercent: null } =>
                $"pool {pool.Number}: CPUs for ways need ways or bandwidth",
            { FirstWay: not null, WayCount: null } => $"pool {pool.Number}: a first way needs a number of ways",
            { FirstWay: < 0 or >= MostWays } => $"pool {pool.Number}: the first way is not 0 to {MostWays - 1}",
            { WayCount: < 1 or > MostWays } => $"pool {pool.Number}: the number of ways is not 1 to {MostWays}",
            { ServiceClass: < 1 or > HighestPool } =>
                $"pool {pool.Number}: the class of service is not 1 to {HighestPool}",
            { DomainWays: not null, WayCount: null } =>
                $"pool {pool.Number}: ways of single domains need ways for all others",
            { DomainWays: { } ways }
                when ways.IsDefault
                    || ways.Length > MostDomainWays
                    || ways.Any(w =>
                        w
                            is null
                                or { Domain: < 0 }
                                or { FirstWay: < 0 or >= MostWays }
                                or { WayCount: < 1 or > MostWays }
                    ) => $"pool {pool.Number}: the ways of a domain are not possible",
            { ReadBytesPerSecond: < 1 } or { ReadsPerSecond: < 1 } =>
                $"pool {pool.Number}: a limit of reads is at least 1",
            { MemoryBandwidthPercent: < 1 or > 100 } => $"pool {pool.Number}: the bandwidth is not 1 to 100 percent",
            _ => null,
        };
}
