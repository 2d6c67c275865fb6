using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.States;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Sharing;

/// <summary>What the policy of one server would use of the host if the server were alone on it.</summary>
/// <param name="Classes">Classes of service beside the default one.</param>
/// <param name="BesideExclusive">The same where another server has an exclusive pool: one whose share is every way
/// needs a class to keep clear of it.</param>
/// <param name="HasExclusive">Whether it has an exclusive pool itself, or one that a strategy may make so.</param>
/// <param name="Free">Classes of service that the host has beside the default one.</param>
/// <param name="Weight">The highest CPU weight; null where no pool has one.</param>
internal sealed record HostDemand(int Classes, int BesideExclusive, bool HasExclusive, int Free, double? Weight)
{
    public static HostDemand Nothing { get; } = new(0, 0, false, 0, null);

    /// <summary>The demand of a policy: of classes of service the most that it needs as it is written, or while one of
    /// its states is active; of weight as it is written.</summary>
    public static HostDemand Of(PolicyProgram program)
    {
        var (policy, target) = (program.Policy, program.Target);
        var free = Math.Max(0, target.ClassesOfService - 1);
        ImmutableArray<Policy> variants =
        [
            policy,
            .. policy.States.Select(state => policy with { Pools = StateTracker.PoolsIn(policy, state) }),
        ];
        return new HostDemand(
            variants.Max(each => Math.Min(free, Wanted(each, target, besideExclusive: false))),
            variants.Max(each => Math.Min(free, Wanted(each, target, besideExclusive: true))),
            variants.Any(each => IsExclusive(each, target)),
            free,
            PoolAllotter.HighestWeight(policy, target)
        );
    }

    // A strategy may give each pool masks of its own, and those that wait a common one.
    private static int Wanted(Policy policy, TargetProfile target, bool besideExclusive) =>
        policy.CacheStrategy is { Kind: not CacheStrategyKind.Static }
            ? policy.Pools.Count(pool => pool.Find(SettingName.Cache) is not null) + 1
            : LayoutOf(policy, target, besideExclusive).Classes.Length;

    private static bool IsExclusive(Policy policy, TargetProfile target) =>
        CacheStrategies.Splits(policy, target)
        || LayoutOf(policy, target, besideExclusive: false).Classes.Any(item => item.IsExclusive);

    private static CacheLayout LayoutOf(Policy policy, TargetProfile target, bool besideExclusive) =>
        PoolAllotter.Allot(policy, target, terms: new HostTerms(target.ClassesOfService, null, besideExclusive)).Layout;
}
