using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Configure;

internal static class PoolAffinity
{
    private const int SchedulersOfGroup = 64;

    // The server's own schedulers have greater numbers.
    private const string FirstSchedulers =
        "SELECT n.processor_group, MIN(s.scheduler_id) FROM sys.dm_os_schedulers AS s JOIN sys.dm_os_nodes AS n ON "
        + "n.node_id = s.parent_node_id "
        + "WHERE s.scheduler_id < 1048576 GROUP BY n.processor_group";

    private static readonly Dictionary<int, int> NoOther = [];

    /// <summary>What the names of the views that show what is in force begin with.</summary>
    public const string EffectiveViews = "sys.dm_resource_governor_";

    /// <summary>Schedulers by the pool's number; a pool under AUTO has none.</summary>
    public static async Task<ILookup<int, int>> ReadAsync(
        SqlServerLink link,
        string views,
        CancellationToken cancellationToken
    )
    {
        var rows = await link.QueryAsync(
            $"SELECT pool_id, processor_group, scheduler_mask FROM {views}resource_pool_affinity",
            row => (Pool: row.Int(0), Group: row.Int(1), Mask: Mask(row, 2)),
            cancellationToken
        );
        return Of(
            rows,
            rows.Exists(row => row.Group > 0) ? await FirstSchedulersAsync(link, cancellationToken) : NoOther
        );
    }

    /// <summary>Schedulers by the pool's number: bits count from the first scheduler of a processor group, and groups
    /// may have fewer than 64.</summary>
    /// <param name="rows">The masks of each pool in each processor group.</param>
    /// <param name="first">The number of the first scheduler of each group; of others it is as if all
    /// groups were full.</param>
    internal static ILookup<int, int> Of(
        IEnumerable<(int Pool, int Group, ulong Mask)> rows,
        IReadOnlyDictionary<int, int> first
    ) =>
        rows.SelectMany(row =>
                Enumerable
                    .Range(0, SchedulersOfGroup)
                    .Where(bit => (row.Mask >> bit & 1) != 0)
                    .Select(bit =>
                        (row.Pool, Scheduler: first.GetValueOrDefault(row.Group, row.Group * SchedulersOfGroup) + bit)
                    )
            )
            .ToLookup(each => each.Pool, each => each.Scheduler);

    private static async Task<IReadOnlyDictionary<int, int>> FirstSchedulersAsync(
        SqlServerLink link,
        CancellationToken cancellationToken
    ) =>
        (
            await link.QueryAsync(FirstSchedulers, row => (Group: row.Int(0), First: row.Int(1)), cancellationToken)
        ).ToDictionary(each => each.Group, each => each.First);

    private static ulong Mask(DbDataReader row, int column) =>
        unchecked((ulong)Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture));
}

/// <summary>Adds up minimums of CPU as the server does: on each scheduler, those of the pools that run there.</summary>
internal static class MinimumSums
{
    public static ImmutableArray<ResourcePoolSpec> MostOnOneScheduler(ImmutableArray<ResourcePoolSpec> pools)
    {
        var kept = pools.Select(pool => (Pool: pool, Schedulers: CpuRanges.Parse(pool.Schedulers) ?? [])).ToList();
        return kept.SelectMany(each => each.Schedulers)
            .Distinct()
            .Select(scheduler => kept.Where(each => each.Schedulers.IsEmpty || each.Schedulers.Contains(scheduler)))
            .Prepend(kept.Where(each => each.Schedulers.IsEmpty))
            .Select(there => there.Select(each => each.Pool).ToImmutableArray())
            .MaxBy(there => there.Sum(pool => pool.MinCpuPercent));
    }
}
