using System.Collections.Immutable;

namespace RgPolicy.Engine.Observe.Resources;

/// <summary>A workload group as the server shows it.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Name">Its name.</param>
/// <param name="PoolId">The number of its resource pool.</param>
public sealed record WorkloadGroupFacts(int Id, string Name, int PoolId)
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
