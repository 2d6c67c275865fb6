using System.Collections.Frozen;

namespace RgPolicy.Engine.Observe.Resources;

/// <summary>What a SQL Server tells of its own resources at one moment; a new instance at each reading.</summary>
/// <param name="Pools">Its resource pools by number.</param>
/// <param name="Groups">Its workload groups by number.</param>
/// <param name="Requests">Running requests by the number of their backend; those that run longer than a
/// reading takes.</param>
internal sealed record ServerResources(
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

/// <summary>The largest memory grant that a query of a workload group may have.</summary>
/// <param name="Percent">Percent of its pool's workspace memory, above 0.</param>
/// <param name="Bytes">The same in bytes; null where the server does not tell.</param>
internal readonly record struct GrantLimit(decimal Percent, long? Bytes)
{
    private const decimal Whole = 100;

    /// <summary>The limit of a group.</summary>
    /// <param name="percent">REQUEST_MAX_MEMORY_GRANT_PERCENT, above 0.</param>
    /// <param name="workspace">Its pool's workspace memory, bytes; null where the server does not tell.</param>
    public static GrantLimit Of(decimal percent, long? workspace) =>
        new(percent, workspace is > 0 and { } bytes ? (long)(bytes * percent / Whole) : null);

    /// <summary>The larger one; in bytes only where both are known.</summary>
    public GrantLimit Or(GrantLimit other) =>
        new(Math.Max(Percent, other.Percent), Bytes is { } one && other.Bytes is { } two ? Math.Max(one, two) : null);

    /// <summary>What a grant comes to, percent of this limit, at most 100; null where that is not known.</summary>
    public decimal? ShareOf(long granted) => Bytes is > 0 and { } most ? Math.Min(Whole, granted * Whole / most) : null;
}

/// <summary>A workload group as the server shows it.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Name">Its name.</param>
/// <param name="PoolId">The number of its resource pool.</param>
internal sealed record WorkloadGroupFacts(int Id, string Name, int PoolId)
{
    /// <summary>The limits that are in force, by the name of the setting, in the server's words.</summary>
    public ImmutableDictionary<string, string> Limits { get; init; } =
        ImmutableDictionary.Create<string, string>(StringComparer.Ordinal);

    /// <summary>The largest memory grant of one request, percent of its pool's workspace memory; 0
    /// where that is not known.</summary>
    public decimal LargestGrantPercent { get; init; }

    /// <summary>Requests that run.</summary>
    public int Active { get; init; }

    /// <summary>Requests that wait for GROUP_MAX_REQUESTS.</summary>
    public int Queued { get; init; }

    /// <summary>Tasks that are blocked.</summary>
    public int BlockedTasks { get; init; }

    /// <summary>Requests that have ended since the server began to count.</summary>
    public long Ended { get; init; }

    /// <summary>Requests that ended per second since the reading before; null before there are two.</summary>
    public double? EndedPerSecond { get; init; }

    /// <summary>CPU time of all its requests since the server began to count.</summary>
    public TimeSpan Cpu { get; init; }
}

/// <summary>A resource pool as the server shows it.</summary>
/// <param name="Id">Its number; 1 is <c>internal</c>, 2 is <c>default</c>.</param>
/// <param name="Name">Its name.</param>
internal sealed record ResourcePoolFacts(int Id, string Name)
{
    /// <summary>The limits that are in force, by the name of the setting, in the server's words.</summary>
    public ImmutableDictionary<string, string> Limits { get; init; } =
        ImmutableDictionary.Create<string, string>(StringComparer.Ordinal);

    /// <summary>CPU time of all its requests since the server began to count.</summary>
    public TimeSpan Cpu { get; init; }

    /// <summary>CPUs that it kept busy since the reading before, such as 2.5; null before there are two.</summary>
    public double? BusyCpus { get; init; }

    /// <summary>Memory that it uses, bytes.</summary>
    public long UsedMemoryBytes { get; init; }

    /// <summary>The most memory that it may use, bytes.</summary>
    public long MaxMemoryBytes { get; init; }

    /// <summary>The memory that its grants come from, bytes; null where that is not known.</summary>
    public long? WorkspaceBytes { get; init; }

    /// <summary>Memory granted to running requests, bytes.</summary>
    public long GrantedBytes { get; init; }

    /// <summary>Requests that wait for a grant.</summary>
    public int GrantsWaiting { get; init; }

    /// <summary>The CPUs of the schedulers that it keeps to; empty where it has none of its own.</summary>
    public ImmutableArray<int> Cpus { get; init; } = [];
}
