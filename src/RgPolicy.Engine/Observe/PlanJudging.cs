using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>What plans are judged against on a target.</summary>
public static class PlanJudging
{
    /// <summary>The target's caches.</summary>
    public static CacheSizes CachesOf(TargetProfile target)
    {
        ArgumentNullException.ThrowIfNull(target);
        return new CacheSizes(target.LlcBytes, target.L2Bytes);
    }

    /// <summary>How documents of plans are read for it.</summary>
    public static PlanReaderOptions Options(TargetProfile target)
    {
        var caches = CachesOf(target);
        return new PlanReaderOptions { LlcBytes = caches.LlcBytes, L2Bytes = caches.L2Bytes };
    }
}
