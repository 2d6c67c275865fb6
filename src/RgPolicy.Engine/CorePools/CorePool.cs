using System.Collections.Immutable;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.CorePools;

/// <summary>
/// CPUs on which the sessions of one resource pool run: where a server's threads cannot be told apart,
/// its CPUs have the masks.
/// </summary>
/// <param name="Number">Its number towards the sidecar, from 1.</param>
/// <param name="Name">The resource pool's name.</param>
/// <param name="Cpus">Its logical CPUs.</param>
public sealed record CorePool(int Number, string Name, ImmutableArray<int> Cpus)
{
    /// <summary>The masks of its CPUs, one for each L3 domain.</summary>
    public ImmutableArray<DomainMask> Masks { get; init; } = [];

    /// <summary>Memory bandwidth percent; null leaves it alone.</summary>
    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>What runs in it and why it has these masks, for people.</summary>
    public string Reason { get; init; } = "";

    /// <summary>True for every way and all bandwidth.</summary>
    public bool IsWide { get; init; } = true;
}
