using System.Collections.Immutable;
using RgPolicy.Engine.Strategies;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>Everything in a policy, beyond pool settings, that is not carried out.</summary>
internal static class NotEnforcedList
{
    public static ImmutableArray<NotEnforcedItem> Of(Policy policy, TargetProfile target) =>
    [
        .. CacheStrategy(policy, target),
        .. RuleCompiler.ListNotEnforced(policy, target),
        .. policy.Objectives.Select(objective => new NotEnforcedItem(
            "objective " + objective.Class.Name, objective.Range.StartLine, "objectives are not judged by this version")),
    ];

    private static IEnumerable<NotEnforcedItem> CacheStrategy(Policy policy, TargetProfile target)
    {
        if (policy.CacheStrategy is { Kind: not CacheStrategyKind.Static } strategy
            && (strategy.Kind == CacheStrategyKind.Objective || !CacheStrategies.AreCarriedOut(target)))
        {
            var kind = strategy.Kind switch
            {
                CacheStrategyKind.Dynamic => "dynamic",
                CacheStrategyKind.Locality => "locality",
                _ => "objective",
            };
            yield return new NotEnforcedItem(
                "cache strategy " + kind, strategy.Range.StartLine, strategy.Kind == CacheStrategyKind.Objective
                    ? "degraded to static: masks are as written in the pools"
                    : "degraded to static: masks of running queries cannot be changed on this target");
        }
    }
}
