using System.Numerics;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.CorePools;

namespace RgPolicy.Service.Enforcing;

/// <summary>What the sidecar is told of a policy's pools.</summary>
internal static class PoolSpecs
{
    public static IReadOnlyList<PoolSpec> Of(PolicyProgram program) =>
        [.. program.ThrottlingPools.DistinctBy(pool => pool.Number).Select(Of)];

    /// <summary>What the sidecar is told of CPUs that have masks themselves.</summary>
    public static IReadOnlyList<PoolSpec> Of(ImmutableArray<CorePool> pools) =>
        [
            .. pools.Select(pool =>
                WithWays(
                    new PoolSpec
                    {
                        Number = pool.Number,
                        CacheCpus = pool.Cpus,
                        MemoryBandwidthPercent = pool.MemoryBandwidthPercent,
                    },
                    pool.Masks
                )
            ),
        ];

    private static PoolSpec Of(PoolAllotment pool) =>
        WithWays(
            new PoolSpec
            {
                Number = pool.Number,
                PartOf = pool.PartOf,
                CpuShare = pool.CpuShare,
                Cores = pool.Cores,
                ServiceClass = pool.ServiceClass,
                MemoryBandwidthPercent = pool.MemoryBandwidthPercent,
                LowIoPriority = pool.LowIoPriority,
                ReadBytesPerSecond = pool.ReadBytesPerSecond,
                ReadsPerSecond = pool.ReadsPerSecond,
            },
            pool.Masks
        );

    private static PoolSpec WithWays(PoolSpec spec, ImmutableArray<DomainMask> masks)
    {
        var runs = masks.SelectMany(mask => RunsOf(mask)).ToImmutableArray();
        var first = runs.FirstOrDefault();
        return spec with
        {
            FirstWay = first?.FirstWay,
            WayCount = first?.WayCount,
            DomainWays = AreAlike(masks, runs) ? null : runs,
        };
    }

    /// <summary>One run, the same in every domain.</summary>
    private static bool AreAlike(ImmutableArray<DomainMask> masks, ImmutableArray<DomainWays> runs) =>
        runs.Length == masks.Length && masks.All(mask => mask.Mask == masks[0].Mask);

    private static IEnumerable<DomainWays> RunsOf(DomainMask mask)
    {
        for (var left = mask.Mask; left != 0; )
        {
            var first = BitOperations.TrailingZeroCount(left);
            var count = BitOperations.TrailingZeroCount(~(left >> first));
            yield return new DomainWays(mask.Domain, first, count);
            left = count + first >= 64 ? 0 : left >> (first + count) << (first + count);
        }
    }
}
