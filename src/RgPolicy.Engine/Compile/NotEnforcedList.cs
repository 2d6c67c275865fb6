using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.CoRun;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>Everything in a policy, beyond pool settings, that is not carried out.</summary>
internal static class NotEnforcedList
{
    public static ImmutableArray<NotEnforcedItem> Of(
        Policy policy,
        TargetProfile target,
        ImmutableArray<PoolAllotment> pools
    ) =>
        [
            .. CacheStrategy(policy, target),
            .. policy.Schedule is { } schedule && !TargetLevers.MovesProcesses(target)
                ?
                [
                    new NotEnforcedItem(
                        "schedule",
                        schedule.Range.StartLine,
                        $"this version moves no running query on {target.DbmsKind}"
                    ),
                ]
                : (ImmutableArray<NotEnforcedItem>)[],
            .. RuleCompiler.ListNotEnforced(policy, target),
            .. from objective in policy.Objectives
            where YieldKnobs.Of(objective, policy, target, pools).IsEmpty
            select new NotEnforcedItem(
                "objective " + objective.Class.Name,
                objective.Range.StartLine,
                "none of its pools can give way on this target"
            ),
        ];

    private static IEnumerable<NotEnforcedItem> CacheStrategy(Policy policy, TargetProfile target)
    {
        if (CoRunAdvisor.IsAsked(policy))
        {
            yield return new NotEnforcedItem(
                "co-run advice",
                policy.CacheStrategy?.Range.StartLine ?? 0,
                $"{target.DbmsKind} has no gate at which queries could wait: status and why show who "
                    + "should not run beside whom"
            );
        }

        if (
            policy.CacheStrategy is { Kind: not CacheStrategyKind.Static } strategy
            && !CacheStrategies.Splits(policy, target)
        )
        {
            var kind = strategy.Kind switch
            {
                CacheStrategyKind.Dynamic => "dynamic",
                CacheStrategyKind.Locality => "locality",
                _ => "objective",
            };
            yield return new NotEnforcedItem(
                "cache strategy " + kind,
                strategy.Range.StartLine,
                "degraded to static: masks of running queries cannot be changed on this target"
            );
        }
    }
}

/// <summary>Something in the policy that this target or this version does not carry out.</summary>
/// <param name="Name">Such as <c>rule long_scan: cancel</c> or <c>state overload</c>.</param>
/// <param name="Line">Line of the policy.</param>
/// <param name="Reason">Why, and what happens instead.</param>
internal sealed record NotEnforcedItem(string Name, int Line, string Reason);
