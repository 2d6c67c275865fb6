using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>Where a strategy that changes masks at run time can be carried out.</summary>
internal static class CacheStrategies
{
    /// <summary>True where running queries have masks of their own, and there is more than one class to
    /// choose from.</summary>
    public static bool AreCarriedOut(TargetProfile target) =>
        TargetLevers.MovesProcesses(target) && target is { LlcWays: > 1, ClassesOfService: > 2 };

    /// <summary>True when a pool's masks change with what runs, so that its processes must be in a
    /// group of their own.</summary>
    public static bool Splits(Policy policy, TargetProfile target) =>
        AreCarriedOut(target)
        && policy.CacheStrategy switch
        {
            { Kind: CacheStrategyKind.Dynamic or CacheStrategyKind.Locality } => true,
            { Kind: CacheStrategyKind.Objective } => !policy.Objectives.IsEmpty,
            _ => false,
        };
}
