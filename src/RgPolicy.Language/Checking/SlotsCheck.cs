using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>Slots that change nothing, and schedules without slots.</summary>
internal sealed class SlotsCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        CheckSchedule(policy);
        if (!TargetLevers.MovesProcesses(target))
            return;

        var weights = PoolWeights.All(policy).ToList();
        foreach (var pool in policy.Pools.Where(pool => weights.TrueForAll(each => each.IsLowest(pool))))
        {
            foreach (var setting in SlotsOf(policy, pool))
            {
                bag.Add(
                    "RG5001",
                    setting.Range,
                    $"`{setting.Text}` (pool `{pool.Name}`) changes nothing: the pool has the lowest weight that is safe "
                        + $"already, {TargetLevers.LowestWeightPercent} % of the highest, so that a query that waits for a "
                        + "slot has no less. Give the pool more, or leave `slots` out."
                );
            }
        }
    }

    private void CheckSchedule(Policy policy)
    {
        if (policy.Schedule is not { } schedule)
            return;

        foreach (var pool in schedule.Over.Where(pool => !SlotsOf(policy, pool).Any()))
        {
            bag.Add(
                "RG2009",
                schedule.Range,
                $"A schedule chooses who has slots, and pool `{pool.Name}` has none: write such as `slots 3` in it, or "
                    + "leave it out here."
            );
        }

        if (schedule.Over.IsEmpty && !policy.Pools.Any(pool => SlotsOf(policy, pool).Any()))
        {
            bag.Add(
                "RG2009",
                schedule.Range,
                "A schedule chooses who has slots, and no pool has any: write such as `slots 3` in a pool."
            );
        }
    }

    /// <summary>The slots of a pool as written, and those that states give it.</summary>
    private static IEnumerable<Setting> SlotsOf(Policy policy, Pool pool) =>
        policy
            .States.SelectMany(state => state.Overrides)
            .Where(change => change.Pool.Index == pool.Index)
            .SelectMany(change => change.Settings)
            .Concat(pool.Settings)
            .Where(setting => setting.Name == SettingName.Slots);
}
