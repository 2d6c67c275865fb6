using RgPolicy.Engine.Compile;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Enforcing;

/// <summary>What the sidecar is told of a policy's pools.</summary>
internal static class PoolSpecs
{
    public static IReadOnlyList<PoolSpec> Of(PolicyProgram program) =>
    [
        .. program.NarrowingPools.DistinctBy(pool => pool.Number).Select(pool => new PoolSpec
        {
            Number = pool.Number,
            CpuShare = pool.CpuShare,
            Cores = pool.Cores,
            FirstWay = pool.FirstWay,
            WayCount = pool.WayCount,
            MemoryBandwidthPercent = pool.MemoryBandwidthPercent,
            LowIoPriority = pool.LowIoPriority,
        }),
    ];
}
