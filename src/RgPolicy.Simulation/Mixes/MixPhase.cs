using System.Collections.Immutable;
using RgPolicy.Plans;

namespace RgPolicy.Simulation.Mixes;

/// <summary>A part of a query that does one kind of work, such as the build of a hash table.</summary>
public sealed record MixPhase
{
    /// <summary>What a DBA would call the work.</summary>
    public PlanShape Shape { get; init; } = PlanShape.Unknown;

    /// <summary>Processor time, without waiting for the last-level cache and for memory.</summary>
    public double CpuSeconds { get; init; }

    /// <summary>Bytes that are read once, in sequence.</summary>
    public double StreamedBytes { get; init; }

    /// <summary>What is read again and again.</summary>
    public ImmutableArray<MixStructure> Structures { get; init; } = [];

    /// <summary>Accesses to structures that one thread has under way at the same time.</summary>
    public double Overlap { get; init; } = 4;

    /// <summary>All structures together.</summary>
    public double Footprint => Structures.Sum(each => each.Bytes);
}
