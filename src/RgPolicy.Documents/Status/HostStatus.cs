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

/// <summary>A last-level cache of the host.</summary>
/// <param name="Id">Its number, as masks name it.</param>
/// <param name="Cpus">The logical CPUs that share it.</param>
public sealed record CacheStatus(long? Id, IReadOnlyList<int>? Cpus);

/// <summary>Whether a lever works on this host.</summary>
/// <param name="Lever">Such as <c>cpu_cgroup</c>.</param>
/// <param name="State"><c>used</c>, <c>available</c>, <c>inert</c> or <c>missing</c>.</param>
/// <param name="Reason">Why, for people.</param>
/// <param name="Fix">The command that would fix it, or null.</param>
public sealed record LeverStatus(string? Lever, string? State, string? Reason, string? Fix);

/// <summary>How a server shares its host with others that this service governs.</summary>
/// <param name="With">The other targets.</param>
/// <param name="Classes">Classes of service that are its own, the default one not included.</param>
/// <param name="AllClasses">Those of the host.</param>
/// <param name="Weight">The CPU weight, of another target's policy, that its pools are held against; null where it is
/// its own.</param>
/// <param name="IsForOthers">Whether its throttled queries stay throttled for those of another target.</param>
public sealed record SharingStatus(
    IReadOnlyList<string>? With,
    long? Classes,
    long? AllClasses,
    double? Weight,
    bool? IsForOthers
);
