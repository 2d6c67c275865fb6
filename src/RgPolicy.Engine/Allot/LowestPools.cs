using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>
/// The pools of rule actions such as <c>deprioritize</c>, and of queries that wait for a slot: the lowest safe weight, with the cache,
/// cores, bandwidth and read limits of the pool that the query leaves, so that a step that takes processor time does
/// not give anything else back.
/// </summary>
internal sealed class LowestPools
{
    /// <summary>No rule and no slot needs one.</summary>
    public static readonly LowestPools None = new([], []);

    private readonly ImmutableArray<int?> _numbers;

    private LowestPools(ImmutableArray<PoolAllotment> all, ImmutableArray<int?> numbers) =>
        (All, _numbers) = (all, numbers);

    /// <summary>All of them; the first throttles nothing but the processor's share and is named <c>lowest</c>.</summary>
    public ImmutableArray<PoolAllotment> All { get; }

    /// <summary>The pools that the rules of a policy and its slots need, numbered after all others.</summary>
    public static LowestPools For(Policy policy, ImmutableArray<PoolAllotment> pools, TargetProfile target)
    {
        var watched = policy
            .Rules.Where(rule => rule.Steps.Any(step => IsNeededBy(step.Then)))
            .SelectMany(rule => rule.Classes.Select(item => item.Pool.Index))
            .Concat(policy.Pools.Where(pool => pool.Find(SettingName.Slots) is not null).Select(pool => pool.Index))
            .ToHashSet();
        if (watched.Count == 0 || !TargetLevers.MovesProcesses(target))
            return None;

        var number = pools.Max(pool => pool.Number) + 1;
        var all = ImmutableArray.CreateBuilder<PoolAllotment>();
        all.Add(
            new PoolAllotment
            {
                Pool = new Pool("lowest", pools.Length, [], default),
                Number = number,
                CpuShare = PoolAllotter.LowestShare,
                LowIoPriority = true,
            }
        );
        var numbers = pools
            .Select(pool => !watched.Contains(pool.Pool.Index) ? null : NumberFor(pool, all))
            .ToImmutableArray();
        return new LowestPools(all.ToImmutable(), numbers);
    }

    /// <summary>The number of the one for queries whose class has this pool; null when none is needed.</summary>
    /// <param name="pool">Position of the pool in the policy; null while the class is not final.</param>
    public int? For(int? pool) => All.IsEmpty ? null : (pool is { } index ? _numbers[index] : null) ?? All[0].Number;

    /// <summary>Whether a number is that of one of these pools.</summary>
    public bool Contains(int number) => All.Any(pool => pool.Number == number);

    /// <summary>The same with the masks of another layout.</summary>
    public LowestPools WithLayout(CacheLayout layout, CacheHardware hardware) =>
        new([.. All.Select((pool, index) => index == 0 ? pool : pool.WithLayout(layout, hardware))], _numbers);

    private static bool IsNeededBy(RuleAction action) =>
        action
            is RuleAction.Deprioritize
                or RuleAction.Limit { Setting.Name: SettingName.CpuCap }
                or RuleAction.Quarantine { Pool: null };

    /// <summary>A pool that has the lowest weight already serves itself.</summary>
    private static int? NumberFor(PoolAllotment pool, ImmutableArray<PoolAllotment>.Builder all)
    {
        if (!HasMoreThanAShare(pool))
            return null;

        if (pool.CpuShare <= PoolAllotter.LowestShare)
            return pool.Number;

        var number = all[0].Number + all.Count;
        all.Add(
            pool with
            {
                Pool = pool.Pool with { Name = $"lowest of {pool.Pool.Name}", Settings = [] },
                Number = number,
                CpuShare = PoolAllotter.LowestShare,
                LowIoPriority = true,
                Settings = [],
            }
        );
        return number;
    }

    private static bool HasMoreThanAShare(PoolAllotment pool) =>
        pool.Throttles
        && (
            pool.Cores is not null
            || pool.ServiceClass is not null
            || pool.MemoryBandwidthPercent is not null
            || pool.LimitsReads
        );
}
