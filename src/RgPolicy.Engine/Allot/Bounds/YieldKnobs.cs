using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot.Bounds;

/// <summary>What the pools of an objective can give, in the order in which they are asked.</summary>
internal static class YieldKnobs
{
    /// <summary>Each pool's CPU share, then, under <c>cache strategy objective</c>, its ways.</summary>
    public static ImmutableArray<YieldKnob> Of(
        Objective objective,
        Policy policy,
        TargetProfile target,
        ImmutableArray<PoolAllotment> pools
    )
    {
        var givesWays =
            policy.CacheStrategy is { Kind: CacheStrategyKind.Objective } && CacheStrategies.AreCarriedOut(target);
        var terms = givesWays ? CacheTerms.Of(policy, target, pools) : null;
        return
        [
            .. from pool in objective.Yields
            from knob in new[] { YieldKnob.OfShare(pools[pool.Index]), WaysOf(terms, pool) }
            where knob is { Most: > 0 }
            select knob,
        ];
    }

    private static YieldKnob? WaysOf(CacheTerms? terms, Pool pool)
    {
        var own = terms?.Pools.FirstOrDefault(item => item.Pool == pool.Index && item.TakesPart);
        return own is null ? null : new YieldKnob(pool.Index, pool.Name, true, own.Cap, own.Floor);
    }
}
