using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>Turns the pools of a policy into what they come to on one target.</summary>
internal static class PoolAllotter
{
    /// <summary>The least safe CPU share.</summary>
    public const double LowestShare = TargetLevers.LowestWeightPercent / 100.0;

    private const double LowIoShare = 0.25;

    /// <summary>Allots every pool; masks that were in force move as little as possible.</summary>
    /// <param name="policy">The policy.</param>
    /// <param name="target">The target.</param>
    /// <param name="before">The layout until now, or null.</param>
    /// <param name="terms">What the host gives beside other servers; null where there are none.</param>
    public static PoolAllotments Allot(
        Policy policy,
        TargetProfile target,
        CacheLayout? before = null,
        HostTerms? terms = null
    )
    {
        var map = CpuMap.Of(target);
        var drafts = policy.Pools.Select(pool => PoolDraft.Of(pool, policy, target, map)).ToImmutableArray();
        var protectedPool = Protected(drafts, target);
        var hardware = CacheHardware.Of(target, map, terms);
        var layout = CacheSolver.Solve(hardware, CacheRequests.Of(drafts, protectedPool, hardware, map), before);
        drafts =
        [
            .. drafts.Select(draft =>
                draft.Pool.Index == protectedPool.Pool.Index ? draft : draft.Take(layout, hardware)
            ),
        ];
        protectedPool = drafts[protectedPool.Pool.Index];
        var limitsBandwidth = drafts.Any(draft => draft.MemoryBandwidthPercent is not null);
        var highest = Math.Max(protectedPool.Weight, terms?.Weight ?? 0);
        var number = 0;
        return new PoolAllotments(
            [
                .. drafts.Select(draft =>
                    Finish(draft, (protectedPool, highest), policy, target, hardware, limitsBandwidth, ref number)
                ),
            ],
            layout
        );
    }

    /// <summary>The highest CPU weight in a policy; null where no pool has one.</summary>
    public static double? HighestWeight(Policy policy, TargetProfile target)
    {
        var map = CpuMap.Of(target);
        return HasWeights(policy)
            ? policy
                .Pools.Select(pool => PoolDraft.Of(pool, policy, target, map))
                .Max(draft => draft.IsCapped ? 0 : draft.Weight)
            : null;
    }

    /// <summary>The highest weight; among equals the widest, then the first in the text.</summary>
    private static PoolDraft Protected(ImmutableArray<PoolDraft> drafts, TargetProfile target) =>
        drafts
            .OrderByDescending(draft => draft.IsCapped ? 0 : draft.Weight)
            .ThenByDescending(draft => draft.ReadBytesPerSecond is null && draft.ReadsPerSecond is null)
            .ThenByDescending(draft => draft.WayCount ?? target.LlcWays)
            .ThenByDescending(draft => draft.Cores?.Length ?? target.Cores)
            .ThenByDescending(draft => draft.MemoryBandwidthPercent ?? 100)
            .First();

    private static PoolAllotment Finish(
        PoolDraft draft,
        (PoolDraft Protected, double Highest) beside,
        Policy policy,
        TargetProfile target,
        CacheHardware hardware,
        bool limitsBandwidth,
        ref int number
    )
    {
        var protectedPool = beside.Protected;
        // Only what stands below its own policy's highest is held against another server's weight: the others are not
        // moved when the server is alone, and so not beside another either.
        var share = Share(draft, draft.Weight < protectedPool.Weight ? beside.Highest : draft.Weight, policy);
        var throttles =
            TargetLevers.MovesProcesses(target)
            && !ReferenceEquals(draft, protectedPool)
            && (share < 1 || draft.ThrottlesMoreThan(protectedPool, target));
        return new PoolAllotment
        {
            Pool = draft.Pool,
            Number = throttles ? ++number : 0,
            CpuShare = throttles ? share : null,
            Cores = throttles ? draft.Cores : null,
            ServiceClass = throttles ? draft.Class?.Number : null,
            Masks = throttles && hardware.Ways > 0 ? draft.Masks(hardware) : [],
            MemoryBandwidthPercent = throttles && limitsBandwidth ? draft.Class?.Bandwidth : null,
            LowIoPriority = throttles && share <= LowIoShare,
            ReadBytesPerSecond = throttles ? draft.ReadBytesPerSecond : null,
            ReadsPerSecond = throttles ? draft.ReadsPerSecond : null,
            Settings = SettingDescriber.Of(
                draft,
                new PoolRank(share, throttles, ReferenceEquals(draft, protectedPool)),
                target,
                hardware
            ),
        };
    }

    /// <summary>Null where no pool has a weight, which leaves the CPU alone.</summary>
    private static double? Share(PoolDraft draft, double highest, Policy policy)
    {
        if (draft.IsCapped)
            return LowestShare;

        return HasWeights(policy) ? Math.Clamp(draft.Weight / highest, LowestShare, 1) : null;
    }

    private static bool HasWeights(Policy policy) =>
        policy.Pools.Any(pool => pool.Find(SettingName.CpuWeight) is not null);
}

/// <summary>How a pool stands to the protected one.</summary>
/// <param name="Share">CPU share of the protected pool's, or null where the CPU is left alone.</param>
/// <param name="Throttles">Its processes are moved.</param>
/// <param name="IsProtected">It is the protected pool.</param>
internal readonly record struct PoolRank(double? Share, bool Throttles, bool IsProtected);

/// <summary>What every pool comes to, and the layout that it follows from.</summary>
/// <param name="Pools">In policy order.</param>
/// <param name="Layout">Classes of service and masks.</param>
internal sealed record PoolAllotments(ImmutableArray<PoolAllotment> Pools, CacheLayout Layout);

/// <summary>
/// What the pools request of the cache. The protected pool stays in the default class, with every way; when
/// it is exclusive, its ways are kept free of all others.
/// </summary>
internal static class CacheRequests
{
    public static ImmutableArray<CacheRequest> Of(
        ImmutableArray<PoolDraft> drafts,
        PoolDraft protectedPool,
        CacheHardware hardware,
        CpuMap map
    )
    {
        var hasExclusive = hardware.IsBesideExclusive || drafts.Any(draft => draft.IsExclusive);
        return
        [
            .. from draft in drafts
            let ways = draft.WayCount ?? hardware.Ways
            let bandwidth = draft.MemoryBandwidthPercent ?? 100
            let isProtected = ReferenceEquals(draft, protectedPool)
            where
                isProtected
                    ? draft.IsExclusive
                    : ways < hardware.Ways || bandwidth < 100 || (hasExclusive && draft.WayCount is not null)
            select new CacheRequest(
                draft.Pool.Index,
                ways,
                draft.FloorWays,
                draft.IsExclusive,
                isProtected ? 100 : bandwidth,
                draft.Cores is { } cores ? map.DomainsOf(cores) : ulong.MaxValue
            ),
        ];
    }
}
