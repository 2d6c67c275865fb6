using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>CREATE, ALTER and DROP WORKLOAD GROUP by the documented rules.</summary>
internal sealed class GroupStatements(GovernorStore store)
{
    /// <summary>Creates one.</summary>
    public void Create(CreateWorkloadGroupStatement statement, NewestOptions newest)
    {
        var name = statement.Name.Value;
        if (store.Stored.Groups.ContainsKey(name))
            throw new SqlFailure(10918, $"Cannot create workload group '{name}' because it already exists.");
        Put(
            newest.Apply(
                statement.StartOffset,
                With(
                    new GroupRow(store.NextId(), name, statement.PoolName?.Value ?? "default"),
                    statement.WorkloadGroupParameters
                )
            )
        );
    }

    /// <summary>Changes one.</summary>
    public void Alter(AlterWorkloadGroupStatement statement, NewestOptions newest)
    {
        var group = Find(statement.Name.Value, GovernorConfiguration.DefaultId);
        Put(
            newest.Apply(
                statement.StartOffset,
                With(
                    statement.PoolName is { } pool ? group with { Pool = pool.Value } : group,
                    statement.WorkloadGroupParameters
                )
            )
        );
    }

    /// <summary>Drops one. Whether sessions are in it is looked at when it is to come into force.</summary>
    public void Drop(DropWorkloadGroupStatement statement) =>
        store.Store(
            store.Stored with
            {
                Groups = store.Stored.Groups.Remove(Find(statement.Name.Value, GovernorConfiguration.FirstId).Name),
            }
        );

    private GroupRow Find(string name, int first)
    {
        if (!store.Stored.Groups.TryGetValue(name, out var group))
            throw new SqlFailure(15151, $"Cannot alter the workload group '{name}', because it does not exist.");
        return group.Id >= first
            ? group
            : throw new SqlFailure(
                10912,
                $"Altering or dropping the predefined workload group '{name}' is not allowed."
            );
    }

    private void Put(GroupRow group)
    {
        if (!store.Stored.Pools.ContainsKey(group.Pool))
            throw new SqlFailure(
                10911,
                $"Requested operation cannot be performed because the resource pool '{group.Pool}' does not exist."
            );
        if (group.Pool.Equals("internal", StringComparison.OrdinalIgnoreCase))
            throw new SqlFailure(
                10913,
                "Users are not allowed to create the workload group in the 'internal' resource pool."
            );
        store.Store(store.Stored with { Groups = store.Stored.Groups.SetItem(group.Name, group) });
    }

    private static GroupRow With(GroupRow group, IList<WorkloadGroupParameter> parameters) =>
        parameters.Aggregate(
            group,
            (row, each) =>
                each switch
                {
                    WorkloadGroupImportanceParameter importance => row with
                    {
                        Importance = importance.ParameterValue.ToString(),
                    },
                    WorkloadGroupResourceParameter { ParameterType: var type, ParameterValue.Value: var value } =>
                        type switch
                        {
                            WorkloadGroupParameterType.RequestMaxMemoryGrantPercent => row with
                            {
                                Grant = (double)Number(value, 0.0001m, 100),
                            },
                            WorkloadGroupParameterType.RequestMaxCpuTimeSec => row with
                            {
                                CpuTime = (int)Number(value, 0, int.MaxValue),
                            },
                            WorkloadGroupParameterType.RequestMemoryGrantTimeoutSec => row with
                            {
                                GrantTimeout = (int)Number(value, 0, int.MaxValue),
                            },
                            WorkloadGroupParameterType.MaxDop => row with { MaxDop = (int)Number(value, 0, 64) },
                            WorkloadGroupParameterType.GroupMaxRequests => row with
                            {
                                MaxRequests = (int)Number(value, 0, int.MaxValue),
                            },
                            _ => throw new SqlFailure(102, $"{type} is not known here."),
                        },
                    _ => throw new SqlFailure(102, $"{each.GetType().Name} is not known here."),
                }
        );

    private static decimal Number(string text, decimal least, decimal most) =>
        decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
        && number >= least
        && number <= most
            ? number
            : throw new SqlFailure(102, $"Incorrect syntax near '{text}'.");
}
