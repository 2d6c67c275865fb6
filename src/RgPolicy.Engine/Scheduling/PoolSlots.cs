using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Scheduling;

/// <summary>The slots of one pool.</summary>
/// <param name="Pool">The pool's name.</param>
/// <param name="Count">How many of its queries have its share at a time.</param>
/// <param name="LongestWait">A query that has waited this long has the share, whatever runs.</param>
/// <param name="Place">The number of the pool of the lowest weight in which its queries wait.</param>
/// <param name="Schedule">The name of the schedule that chooses; null where the oldest is next.</param>
internal sealed record PoolSlots(string Pool, int Count, TimeSpan LongestWait, int Place, string? Schedule)
{
    /// <summary>The slots of each pool, by the pool's place in the policy; null for those that have none. A pool of the
    /// lowest weight has none: there is nothing less to wait with.</summary>
    public static ImmutableArray<PoolSlots?> Of(PolicyProgram program)
    {
        var isMoving = TargetLevers.MovesProcesses(program.Target);
        return
        [
            .. program.Pools.Select(pool =>
                isMoving
                && pool.Pool.Find(SettingName.Slots)?.Value is SlotsValue slots
                && program.LowestPools.For(pool.Pool.Index) is { } place
                && place != pool.Number
                && !(pool.Throttles && pool.CpuShare <= PoolAllotter.LowestShare)
                    ? new PoolSlots(
                        pool.Pool.Name,
                        (int)slots.Count.Floor(),
                        slots.LongestWait,
                        place,
                        program.Policy.Schedule is { } schedule && schedule.Holds(pool.Pool)
                            ? $"schedule {(schedule.Kind == SlotScheduleKind.Mix ? "mix" : "alike")}"
                            : null
                    )
                    : null
            ),
        ];
    }
}
