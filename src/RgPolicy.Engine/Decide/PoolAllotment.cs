using System.Collections.Immutable;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Decide;

/// <summary>What one pool comes to on one target.</summary>
public sealed record PoolAllotment
{
    /// <summary>The pool.</summary>
    public required Pool Pool { get; init; }

    /// <summary>Its number towards the sidecar; 0 for the favoured pool, whose processes are never moved.</summary>
    public required int Number { get; init; }

    /// <summary>CPU weight as a fraction of the favoured pool's, 0.05 to 1; null leaves the CPU alone.</summary>
    public double? CpuShare { get; init; }

    /// <summary>Logical CPUs; null leaves affinity alone.</summary>
    public ImmutableArray<int>? Cores { get; init; }

    /// <summary>First way of the capacity mask.</summary>
    public int? FirstWay { get; init; }

    /// <summary>Number of ways; null leaves the cache alone.</summary>
    public int? WayCount { get; init; }

    /// <summary>Memory bandwidth percent; null leaves it alone.</summary>
    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>True for the lowest best-effort I/O priority.</summary>
    public bool LowIoPriority { get; init; }

    /// <summary>Every setting with what became of it.</summary>
    public ImmutableArray<SettingEffect> Settings { get; init; } = [];

    /// <summary>True when a process in this pool has less than one that is not governed.</summary>
    public bool Narrows => Number != 0;

    /// <summary>True when a process would get the same in both pools.</summary>
    internal bool GivesTheSameAs(PoolAllotment other) =>
        CpuShare == other.CpuShare
        && (Cores ?? []).SequenceEqual(other.Cores ?? [])
        && FirstWay == other.FirstWay
        && WayCount == other.WayCount
        && MemoryBandwidthPercent == other.MemoryBandwidthPercent
        && LowIoPriority == other.LowIoPriority;
}
