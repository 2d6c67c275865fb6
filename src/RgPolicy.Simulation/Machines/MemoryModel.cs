namespace RgPolicy.Simulation.Machines;

/// <summary>
/// What a target profile does not tell of a machine; a mix can give others. Bandwidth and memory latency are
/// those of the machine in ICDE'18 (Xeon E5-2699 v4), the latency of the last-level cache that
/// of the thesis of 2021 (Xeon E7-8870 v4); what has no source says that it is assumed.
/// </summary>
internal sealed record MemoryModel
{
    /// <summary>Bytes per second that the memory of one socket delivers.</summary>
    public double BytesPerSecond { get; init; } = 64e9;

    /// <summary>Seconds until a line comes from memory while no other core asks.</summary>
    public double MemorySeconds { get; init; } = 80e-9;

    /// <summary>Seconds until a line comes from the last-level cache.</summary>
    public double LlcSeconds { get; init; } = 18e-9;

    /// <summary>Seconds for which a request keeps its channel busy: what waiting at a busy memory is made of.
    /// Assumed.</summary>
    public double ServiceSeconds { get; init; } = 20e-9;

    /// <summary>Bytes of a core's own cache before the last-level cache; null for what the target tells.</summary>
    public long? L2Bytes { get; init; }

    /// <summary>What two hardware threads of a core do together, as a multiple of one alone. Assumed.</summary>
    public double SmtGain { get; init; } = 1.25;

    /// <summary>The hardware prefetchers are on.</summary>
    public bool HasPrefetchers { get; init; } = true;

    /// <summary>Lines that one core has under way while it reads in sequence. Assumed.</summary>
    public double StreamDepth => HasPrefetchers ? 14 : 4;
}
