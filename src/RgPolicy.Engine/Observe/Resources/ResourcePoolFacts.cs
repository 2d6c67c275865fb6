using System.Collections.Immutable;

namespace RgPolicy.Engine.Observe.Resources;

/// <summary>A resource pool as the server shows it.</summary>
/// <param name="Id">Its number; 1 is <c>internal</c>, 2 is <c>default</c>.</param>
/// <param name="Name">Its name.</param>
public sealed record ResourcePoolFacts(int Id, string Name)
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
