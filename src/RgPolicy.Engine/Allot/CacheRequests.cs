using System.Collections.Immutable;

namespace RgPolicy.Engine.Allot;

/// <summary>
/// What the pools request of the cache. The favoured pool stays in the default class, with every way; when
/// it is exclusive, its ways are kept free of all others.
/// </summary>
internal static class CacheRequests
{
    public static ImmutableArray<CacheRequest> Of(
        ImmutableArray<PoolDraft> drafts,
        PoolDraft favoured,
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
            let isFavoured = ReferenceEquals(draft, favoured)
            where
                isFavoured
                    ? draft.IsExclusive
                    : ways < hardware.Ways || bandwidth < 100 || (hasExclusive && draft.WayCount is not null)
            select new CacheRequest(
                draft.Pool.Index,
                ways,
                draft.FloorWays,
                draft.IsExclusive,
                isFavoured ? 100 : bandwidth,
                draft.Cores is { } cores ? map.DomainsOf(cores) : ulong.MaxValue
            ),
        ];
    }
}
