using System.Collections.Frozen;
using System.Collections.Immutable;

namespace RgPolicy.Engine.Observe.Resources;

/// <summary>What a SQL Server tells of its own resources at one moment; a new instance at each reading.</summary>
/// <param name="Pools">Its resource pools by number.</param>
/// <param name="Groups">Its workload groups by number.</param>
/// <param name="Requests">Running requests by the number of their backend; those that run longer than a
/// reading takes.</param>
public sealed record ServerResources(
    ImmutableArray<ResourcePoolFacts> Pools,
    ImmutableArray<WorkloadGroupFacts> Groups,
    FrozenDictionary<int, RequestResources> Requests
)
{
    /// <summary>Nothing was read yet.</summary>
    public static ServerResources None { get; } = new([], [], FrozenDictionary<int, RequestResources>.Empty);

    /// <summary>The largest memory grant of a query of a workload group; null where it is not known,
    /// and where there is none.</summary>
    public GrantLimit? GrantLimitOf(int group) =>
        Groups.FirstOrDefault(each => each.Id == group) is { LargestGrantPercent: > 0 and var percent } known
            ? GrantLimit.Of(percent, Pools.FirstOrDefault(each => each.Id == known.PoolId)?.WorkspaceBytes)
            : null;

    /// <summary>What a workload group or its pool limits by a setting, in the server's words; null where neither does.</summary>
    /// <param name="group">The group's name.</param>
    /// <param name="setting">The setting's name.</param>
    public string? LimitOf(string group, string setting) =>
        Groups.FirstOrDefault(each => string.Equals(each.Name, group, StringComparison.OrdinalIgnoreCase)) is { } found
            ? found.Limits.GetValueOrDefault(setting)
                ?? Pools.FirstOrDefault(each => each.Id == found.PoolId)?.Limits.GetValueOrDefault(setting)
            : null;

    /// <summary>Why pools have no CPUs of their own, with what fixes it; null while they have.</summary>
    public string? CoreProblem { get; init; }

    /// <summary>CPUs that the server counts on its host; 0 while that is not known.</summary>
    public int HostCpus { get; init; }

    /// <summary>Databases that have become read-only, as when another server gets their primary replica.</summary>
    public ImmutableArray<string> Secondaries { get; init; } = [];

    /// <summary>When it was read, on the clock of this host.</summary>
    public DateTimeOffset ReadAt { get; init; }
}
