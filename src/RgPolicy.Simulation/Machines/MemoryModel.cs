namespace RgPolicy.Simulation.Machines;

/// <summary>
/// What a target profile does not tell of a machine. The defaults are figures of the machine in ICDE'18 (Xeon E5-2699
/// v4: 64 GB/s
/// and 80 ns) and of processors like it; a mix can give others.
/// </summary>
public sealed record MemoryModel
{
    /// <summary>Bytes per second that the memory of one socket delivers.</summary>
    public double BytesPerSecond { get; init; } = 64e9;

    /// <summary>Seconds until a line comes from memory while nobody else asks.</summary>
    public double MemorySeconds { get; init; } = 80e-9;

    /// <summary>Seconds until a line comes from the last-level cache.</summary>
    public double LlcSeconds { get; init; } = 18e-9;

    /// <summary>Seconds for which a request keeps its channel busy: what waiting at a busy memory is made of.</summary>
    public double ServiceSeconds { get; init; } = 20e-9;

    /// <summary>Bytes of a core's own cache before the last-level cache.</summary>
    public long L2Bytes { get; init; } = 256 * 1024;

    /// <summary>What two hardware threads of a core do together, as a multiple of one alone.</summary>
    public double SmtGain { get; init; } = 1.25;

    /// <summary>The hardware prefetchers are on.</summary>
    public bool HasPrefetchers { get; init; } = true;

    /// <summary>Lines that one core has under way while it reads in sequence.</summary>
    public double StreamDepth => HasPrefetchers ? 14 : 4;
}
