using System.Collections.Immutable;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>Everything in a policy, beyond pool settings, that is not carried out.</summary>
internal static class NotEnforcedList
{
    public static ImmutableArray<NotEnforcedItem> Of(Policy policy, TargetProfile target) =>
    [
        .. CacheStrategy(policy),
        .. RuleCompiler.ListNotEnforced(policy, target),
        .. policy.Objectives.Select(objective => new NotEnforcedItem(
            "objective " + objective.Class.Name, objective.Range.StartLine, "objectives are not judged by this version")),
    ];

    private static IEnumerable<NotEnforcedItem> CacheStrategy(Policy policy)
    {
        if (policy.CacheStrategy is { Kind: not CacheStrategyKind.Static } strategy)
        {
            var kind = strategy.Kind switch
            {
                CacheStrategyKind.Dynamic => "dynamic",
                CacheStrategyKind.Locality => "locality",
                _ => "objective",
            };
            yield return new NotEnforcedItem(
                "cache strategy " + kind, strategy.Range.StartLine, "degraded to static: masks are as written in the pools");
        }
    }
}
