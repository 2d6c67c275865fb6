using System.Collections.Immutable;
using System.Numerics;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Enforcing;

/// <summary>What the sidecar is told of a policy's pools.</summary>
internal static class PoolSpecs
{
    public static IReadOnlyList<PoolSpec> Of(PolicyProgram program) =>
        [.. program.NarrowingPools.DistinctBy(pool => pool.Number).Select(Of)];

    private static PoolSpec Of(PoolAllotment pool)
    {
        var runs = pool.Masks.SelectMany(mask => RunsOf(mask)).ToImmutableArray();
        var first = runs.FirstOrDefault();
        return new PoolSpec
        {
            Number = pool.Number,
            CpuShare = pool.CpuShare,
            Cores = pool.Cores,
            FirstWay = first?.FirstWay,
            WayCount = first?.WayCount,
            DomainWays = AreAlike(pool.Masks, runs) ? null : runs,
            ServiceClass = pool.ServiceClass,
            MemoryBandwidthPercent = pool.MemoryBandwidthPercent,
            LowIoPriority = pool.LowIoPriority,
            ReadBytesPerSecond = pool.ReadBytesPerSecond,
            ReadsPerSecond = pool.ReadsPerSecond,
        };
    }

    /// <summary>One run, the same in every domain.</summary>
    private static bool AreAlike(ImmutableArray<DomainMask> masks, ImmutableArray<DomainWays> runs) =>
        runs.Length == masks.Length && masks.All(mask => mask.Mask == masks[0].Mask);

    private static IEnumerable<DomainWays> RunsOf(DomainMask mask)
    {
        for (var left = mask.Mask; left != 0;)
        {
            var first = BitOperations.TrailingZeroCount(left);
            var count = BitOperations.TrailingZeroCount(~(left >> first));
            yield return new DomainWays(mask.Domain, first, count);
            left = count + first >= 64 ? 0 : left >> (first + count) << (first + count);
        }
    }
}
