using System.Collections.Immutable;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Folds pools into the few classes of service that a processor has: the two shares of the cache that lie closest become
/// one, and it is the wider, until all fit beside the default class.
/// </summary>
internal static class ClassOfServiceFold
{
    public static ImmutableArray<PoolDraft> Apply(ImmutableArray<PoolDraft> drafts, TargetProfile target)
    {
        if (target.ClassesOfService < 2)
        {
            return [.. drafts.Select(draft => draft with { WayCount = null, MemoryBandwidthPercent = null })];
        }

        while (Shares(drafts, target) is var shares && shares.Length > target.ClassesOfService - 1)
        {
            drafts = FoldClosest(drafts, shares, target);
        }

        return drafts;
    }

    private static ImmutableArray<(int Ways, int Bandwidth)> Shares(ImmutableArray<PoolDraft> drafts, TargetProfile target) =>
        [.. drafts.Select(draft => ShareOf(draft, target)).Where(share => share != (target.LlcWays, 100)).Distinct().Order()];

    private static (int Ways, int Bandwidth) ShareOf(PoolDraft draft, TargetProfile target) =>
        (draft.WayCount ?? target.LlcWays, draft.MemoryBandwidthPercent ?? 100);

    private static ImmutableArray<PoolDraft> FoldClosest(
        ImmutableArray<PoolDraft> drafts, ImmutableArray<(int Ways, int Bandwidth)> shares, TargetProfile target)
    {
        if (shares.Length == 1)
        {
            return [.. drafts.Select(draft => draft with { WayCount = null, MemoryBandwidthPercent = null })];
        }

        var first = Enumerable.Range(0, shares.Length - 1).MinBy(index => shares[index + 1].Ways - shares[index].Ways);
        var (narrow, next) = (shares[first], shares[first + 1]);
        var wide = (Ways: Math.Max(narrow.Ways, next.Ways), Bandwidth: Math.Max(narrow.Bandwidth, next.Bandwidth));
        return [.. drafts.Select(draft => ShareOf(draft, target) is var share && (share == narrow || share == next)
            ? draft with
            {
                WayCount = wide.Ways == target.LlcWays && draft.WayCount is null ? null : wide.Ways,
                MemoryBandwidthPercent = wide.Bandwidth == 100 && draft.MemoryBandwidthPercent is null ? null : wide.Bandwidth,
                CacheNote = Note(draft),
            }
            : draft)];
    }

    private static string Note(PoolDraft draft)
    {
        const string Folded = "shares a class of service with another pool, because the processor has too few";
        return draft.CacheNote.Contains(Folded, StringComparison.Ordinal) ? draft.CacheNote
            : draft.CacheNote.Length == 0 ? Folded : draft.CacheNote + "; " + Folded;
    }
}
