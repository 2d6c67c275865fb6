using System.Collections.Immutable;

namespace RgPolicy.Engine.Observe.Resources;

/// <summary>What a running request has of the server.</summary>
public sealed record RequestResources
{
    /// <summary>Its degree of parallelism.</summary>
    public int? Dop { get; init; }

    /// <summary>The schedulers that its tasks are on, by number.</summary>
    public ImmutableArray<int> Schedulers { get; init; } = [];

    /// <summary>The CPUs of these schedulers; only a hint where schedulers do not keep to their CPUs.</summary>
    public ImmutableArray<int> Cpus { get; init; } = [];

    /// <summary>Its memory grant; null where it needs none.</summary>
    public MemoryGrant? Grant { get; init; }
}
