using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>How many ways of an L3 domain a share of the cache comes to on a target.</summary>
internal static class CacheWays
{
    public static int Of(CacheValue cache, TargetProfile target)
    {
        var asked = cache.Ways ?? Share(cache.Percent ?? 100, target);
        return Math.Max(asked, cache.AtLeastWays ?? 0);
    }

    private static int Share(Rational percent, TargetProfile target) =>
        percent > 100 ? target.LlcWays : (int)(percent * target.LlcWays / 100).Floor();
}
