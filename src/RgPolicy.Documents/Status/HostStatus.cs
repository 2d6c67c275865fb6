using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Status;

/// <summary>The host and what it offers.</summary>
/// <param name="Cores">Logical CPUs that the policy counts with.</param>
/// <param name="LlcBytes">Size of the last-level cache.</param>
/// <param name="CpuPressure">Share of the last 10 s in which tasks waited for a CPU, percent; null
/// where it cannot be read.</param>
/// <param name="IoPressure">The same of I/O.</param>
/// <param name="MemoryPressure">The same of memory.</param>
/// <param name="Ways">Ways of each last-level cache that masks choose from; null where the service does not
/// tell.</param>
/// <param name="Caches">The last-level caches and the CPUs of each.</param>
/// <param name="Levers">What can be set, and whether it works.</param>
public sealed record HostStatus(
    long? Cores,
    long? LlcBytes,
    double? CpuPressure,
    double? IoPressure,
    double? MemoryPressure,
    long? Ways,
    IReadOnlyList<CacheStatus>? Caches,
    IReadOnlyList<LeverStatus>? Levers
)
{
    /// <summary>How the host is shared with other targets; not written where it is not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SharingStatus? Sharing { get; init; }
}
