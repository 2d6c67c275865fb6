using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Optimizing;

/// <summary>A policy to begin a search with: one class and one pool for each kind of plan in a mix, none
/// throttled.</summary>
internal static class FirstPolicy
{
    // More would want more classes of service than processors have beside others.
    private const int MostKinds = 6;

    /// <summary>Its text.</summary>
    public static string Of(Mix mix, TargetProfile target)
    {
        var kinds = mix
            .Queries.SelectMany(query => Profiles(query, mix, target))
            .Select(profile => (Shape: PlanPhase.WordOf(profile.Shape), Use: WordOf(profile.CacheUse)))
            .GroupBy(kind => kind)
            .OrderByDescending(same => same.Count())
            .ThenBy(same => same.Key)
            .Take(MostKinds)
            .Select(same => same.Key)
            .ToList();
        var text = new StringBuilder("language 1\n\n// What no other class takes keeps the whole cache.\n");
        text.Append("pool rest { cache 100% cpu weight 200 }\n");
        foreach (var (shape, use) in kinds)
            text.Append("pool ").Append(shape).Append('_').Append(use).Append(" { cache 100% cpu weight 100 }\n");
        text.Append('\n');
        foreach (var (shape, use) in kinds)
        {
            var name = $"{shape}_{use}";
            text.Append("class ").Append(name).Append(" -> ").Append(name);
            text.Append(" when plan.shape = ").Append(shape).Append(" and plan.cache_use = ").Append(use).Append('\n');
        }

        return text.Append("default -> rest\n").ToString();
    }

    private static IEnumerable<PlanProfile> Profiles(MixQuery query, Mix mix, TargetProfile target) =>
        mix.SeesPhases
            ? query.Phases.Select(phase => MixProfile.Of(phase, query.Dop, PlanJudging.CachesOf(target)))
            : [MixProfile.Of(query, PlanJudging.CachesOf(target))];

    private static string WordOf(CacheUse use) => use.ToString().ToLowerInvariant();
}
