using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>CREATE, ALTER and DROP RESOURCE POOL by the documented rules.</summary>
internal sealed class PoolStatements(GovernorStore store)
{
    /// <summary>Creates one.</summary>
    public void Create(CreateResourcePoolStatement statement)
    {
        var name = statement.Name.Value;
        if (store.Stored.Pools.ContainsKey(name))
            throw new SqlFailure(10918, $"Cannot create resource pool '{name}' because it already exists.");
        Put(With(new PoolRow(store.NextId(), name), statement.ResourcePoolParameters));
    }

    /// <summary>Changes one; the default one too.</summary>
    public void Alter(AlterResourcePoolStatement statement) =>
        Put(With(Find(statement.Name.Value, GovernorConfiguration.DefaultId), statement.ResourcePoolParameters));

    /// <summary>Drops one that no group uses.</summary>
    public void Drop(DropResourcePoolStatement statement)
    {
        var pool = Find(statement.Name.Value, GovernorConfiguration.FirstId);
        if (
            store.Stored.Groups.Values.FirstOrDefault(group =>
                group.Pool.Equals(pool.Name, StringComparison.OrdinalIgnoreCase)
            ) is
            { } user
        )
            throw new SqlFailure(
                10916,
                $"Cannot drop resource pool '{pool.Name}' because it contains workload group '{user.Name}'."
            );
        store.Store(store.Stored with { Pools = store.Stored.Pools.Remove(pool.Name) });
    }

    private PoolRow Find(string name, int first)
    {
        if (!store.Stored.Pools.TryGetValue(name, out var pool))
            throw new SqlFailure(
                10911,
                $"Requested operation cannot be performed because the resource pool '{name}' does not exist."
            );
        return pool.Id >= first
            ? pool
            : throw new SqlFailure(10915, $"Altering '{name}' resource pool is not allowed.");
    }

    private void Put(PoolRow pool)
    {
        Ordered(pool.MinCpu, pool.MaxCpu, "max_cpu_percent", "min_cpu_percent");
        Ordered(pool.MinMemory, pool.MaxMemory, "max_memory_percent", "min_memory_percent");
        if (pool.MaxIops > 0)
            Ordered(pool.MinIops, pool.MaxIops, "max_iops_per_volume", "min_iops_per_volume");
        var pools = store.Stored.Pools.SetItem(pool.Name, pool);
        if (pools.Values.Sum(each => each.MinCpu) > 100)
            throw TooMuch("min_cpu_percent", pool.MinCpu);
        if (pools.Values.Sum(each => each.MinMemory) > 100)
            throw TooMuch("min_memory_percent", pool.MinMemory);
        store.Store(store.Stored with { Pools = pools });
    }

    private static void Ordered(int low, int high, string nameOfHigh, string nameOfLow)
    {
        if (high < low)
            throw new SqlFailure(
                10908,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Attribute '{nameOfHigh}' with value of {high} is less than attribute "
                        + $"'{nameOfLow}' with value of {low}."
                )
            );
    }

    private static SqlFailure TooMuch(string name, int value) =>
        new(
            10910,
            string.Create(
                CultureInfo.InvariantCulture,
                $"The operation could not be completed. The specified '{name}' value, {value}, causes the sum of "
                    + $"minimums on all resource pools to exceed 100 percent."
            )
        );

    private static PoolRow With(PoolRow pool, IList<ResourcePoolParameter> parameters) =>
        parameters.Aggregate(
            pool,
            (row, each) =>
                each.ParameterType switch
                {
                    ResourcePoolParameterType.MinCpuPercent => row with { MinCpu = Number(each, 0, 100) },
                    ResourcePoolParameterType.MaxCpuPercent => row with { MaxCpu = Number(each, 1, 100) },
                    ResourcePoolParameterType.CapCpuPercent => row with { CapCpu = Number(each, 1, 100) },
                    ResourcePoolParameterType.MinMemoryPercent => row with { MinMemory = Number(each, 0, 100) },
                    ResourcePoolParameterType.MaxMemoryPercent => row with { MaxMemory = Number(each, 1, 100) },
                    ResourcePoolParameterType.MinIopsPerVolume => row with { MinIops = Number(each, 0, int.MaxValue) },
                    ResourcePoolParameterType.MaxIopsPerVolume => row with { MaxIops = Number(each, 0, int.MaxValue) },
                    ResourcePoolParameterType.Affinity => row with { Schedulers = Mask(each.AffinitySpecification) },
                    _ => throw new SqlFailure(102, $"{each.ParameterType} is not known here."),
                }
        );

    private static int Number(ResourcePoolParameter parameter, int least, int most) =>
        int.TryParse(parameter.ParameterValue.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && number >= least
        && number <= most
            ? number
            : throw new SqlFailure(102, $"Incorrect syntax near '{parameter.ParameterValue.Value}'.");

    private static ulong Mask(ResourcePoolAffinitySpecification affinity)
    {
        if (affinity.IsAuto)
            return 0;
        var mask = 0UL;
        foreach (var range in affinity.PoolAffinityRanges)
        {
            var from = int.Parse(range.From.Value, CultureInfo.InvariantCulture);
            var to = range.To is { } end ? int.Parse(end.Value, CultureInfo.InvariantCulture) : from;
            for (var at = from; at <= to; at++)
                mask |= 1UL << at;
        }

        return mask;
    }
}
