using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>Which CPUs are whose: a resource pool's schedulers are CPUs of its own only while schedulers keep to their
/// CPUs and every pool keeps to its schedulers. Whatever is not so is named, with what fixes it.</summary>
internal sealed record CoreMap
{
    private const int InternalPool = 1;

    public ImmutableDictionary<int, ImmutableArray<int>> Pools { get; private init; } =
        ImmutableDictionary<int, ImmutableArray<int>>.Empty;

    public ImmutableDictionary<int, int> Cpus { get; private init; } = ImmutableDictionary<int, int>.Empty;

    /// <summary>Why pools have no CPUs of their own; null while they have.</summary>
    public string? Problem { get; private init; }

    /// <remarks><c>affinity</c>: the schedulers that pools keep to, by the pool's number; others may use all.
    /// <c>hasFlag8002</c>: trace flag 8002 is on.</remarks>
    public static CoreMap Of(
        IReadOnlyCollection<SchedulerRow> schedulers,
        IReadOnlyDictionary<int, ImmutableArray<int>> affinity,
        IReadOnlyDictionary<int, string> pools,
        bool isAutomatic,
        bool hasFlag8002
    )
    {
        var cpus = schedulers
            .Where(each => each.IsOnline)
            .GroupBy(each => each.Id)
            .ToImmutableDictionary(each => each.Key, each => each.First().Cpu);
        return new CoreMap
        {
            Cpus = cpus,
            Pools = affinity.ToImmutableDictionary(
                pool => pool.Key,
                pool => pool.Value.Where(cpus.ContainsKey).Select(each => cpus[each]).Order().ToImmutableArray()
            ),
            Problem = OfServer(schedulers, cpus, isAutomatic, hasFlag8002) ?? OfPools(affinity, pools, cpus),
        };
    }

    private static string? OfServer(
        IReadOnlyCollection<SchedulerRow> schedulers,
        ImmutableDictionary<int, int> cpus,
        bool isAutomatic,
        bool hasFlag8002
    )
    {
        if (isAutomatic)
        {
            return "PROCESS AFFINITY is AUTO, so a scheduler may run on any CPU: ALTER SERVER CONFIGURATION SET "
                + "PROCESS AFFINITY CPU = "
                + SqlRanges.Of([.. cpus.Values.Distinct().Order()]);
        }

        if (hasFlag8002)
            return "trace flag 8002 is on, so the schedulers of a node share its CPUs: remove -T8002 and restart";
        if (schedulers.Any(each => each.IsHotAdded))
            return "a CPU was added while the server runs: restart it";
        return cpus.Values.Distinct().Count() != cpus.Count ? "several schedulers share a CPU" : null;
    }

    private static string? OfPools(
        IReadOnlyDictionary<int, ImmutableArray<int>> affinity,
        IReadOnlyDictionary<int, string> pools,
        ImmutableDictionary<int, int> cpus
    )
    {
        if (affinity.Count == 0)
            return "no resource pool has schedulers of its own: write `cores` in a pool, and apply it";
        foreach (var (id, name) in pools.OrderBy(pool => pool.Key))
            if (id != InternalPool && !affinity.ContainsKey(id))
                return Everywhere(name, affinity, cpus);
        foreach (var (id, name) in pools.OrderBy(pool => pool.Key))
        foreach (var (other, taken) in affinity.Where(pool => pool.Key > id && affinity.ContainsKey(id)))
            if (affinity[id].Intersect(taken).Any())
                return $"the pools {name} and {pools.GetValueOrDefault(other, "?")} share schedulers";
        return null;
    }

    private static string Everywhere(
        string name,
        IReadOnlyDictionary<int, ImmutableArray<int>> affinity,
        ImmutableDictionary<int, int> cpus
    )
    {
        var free = cpus.Keys.Except(affinity.SelectMany(pool => pool.Value)).Order().ToList();
        return $"the pool {name} has AFFINITY SCHEDULER = AUTO, so its tasks run on the other pools' CPUs too"
            + (
                free.Count == 0
                    ? ""
                    : $": ALTER RESOURCE POOL {Sql.SqlQuote.Name(name)} WITH (AFFINITY SCHEDULER = ({string.Join(", ", free)})); ALTER RESOURCE GOVERNOR RECONFIGURE"
            );
    }
}

internal sealed record SchedulerRow(int Id, int Cpu, string Status)
{
    public bool IsOnline =>
        Status.StartsWith("VISIBLE ONLINE", StringComparison.Ordinal)
        && !Status.Contains("DAC", StringComparison.Ordinal);

    /// <summary>It came with a CPU that was added while the server ran.</summary>
    public bool IsHotAdded => Status.StartsWith("HOT_ADDED", StringComparison.Ordinal);
}
