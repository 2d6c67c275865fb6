using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>What changed per second between two readings; nothing where the server began to count anew.</summary>
internal static class ResourceRates
{
    /// <summary>The later reading with its rates.</summary>
    public static ServerResources Since(ServerResources before, ServerResources now)
    {
        var seconds = (now.ReadAt - before.ReadAt).TotalSeconds;
        if (before.Pools.IsEmpty || seconds <= 0)
            return now;
        return now with
        {
            Pools =
            [
                .. now.Pools.Select(pool =>
                    pool with
                    {
                        BusyCpus = Rate(
                            before.Pools.FirstOrDefault(each => each.Id == pool.Id)?.Cpu.TotalSeconds,
                            pool.Cpu.TotalSeconds,
                            seconds
                        ),
                    }
                ),
            ],
            Groups =
            [
                .. now.Groups.Select(group =>
                    group with
                    {
                        EndedPerSecond = Rate(
                            before.Groups.FirstOrDefault(each => each.Id == group.Id)?.Ended,
                            group.Ended,
                            seconds
                        ),
                    }
                ),
            ],
        };
    }

    private static double? Rate(double? before, double now, double seconds) =>
        before is { } old && now >= old ? (now - old) / seconds : null;
}
