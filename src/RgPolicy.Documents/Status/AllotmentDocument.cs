using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Status;

/// <summary>What the processes of a query have because of where it stands.</summary>
/// <param name="Pool">The pool that it stands in; null outside all pools.</param>
/// <param name="Number">The pool's number towards the sidecar; 0 where nothing is throttled.</param>
/// <param name="CpuShare">CPU weight as a fraction of the protected pool's; null leaves the CPU alone.</param>
/// <param name="Cores">Logical CPUs; null leaves affinity alone.</param>
/// <param name="MemoryBandwidthPercent">Percent; null leaves it alone.</param>
/// <param name="LowIoPriority">Whether it has the lowest best-effort I/O priority.</param>
/// <param name="ReadBytesPerSecond">Most bytes per second from each disk; null for no limit.</param>
/// <param name="ReadsPerSecond">Most reads per second of the same; null for no limit.</param>
/// <param name="ServiceClass">The class of service (CLOS); null for the default one.</param>
/// <param name="SharesClassWith">Other pools in the same class of service.</param>
/// <param name="CacheNotes">Why it has another share of the cache than its policy asks for.</param>
/// <param name="Masks">Capacity masks, one for each L3 domain.</param>
public sealed record AllotmentDocument(
    string? Pool,
    long? Number,
    decimal? CpuShare,
    IReadOnlyList<int>? Cores,
    long? MemoryBandwidthPercent,
    bool? LowIoPriority,
    long? ReadBytesPerSecond,
    long? ReadsPerSecond,
    long? ServiceClass,
    IReadOnlyList<string>? SharesClassWith,
    IReadOnlyList<string>? CacheNotes,
    IReadOnlyList<MaskDocument>? Masks
);

/// <summary>The capacity mask of one L3 domain, before and after its last change.</summary>
/// <param name="Domain">The domain's number, as the kernel names it.</param>
/// <param name="Before">The ways before, such as <c>0xf</c>.</param>
/// <param name="After">The ways now.</param>
public sealed record MaskDocument([property: JsonPropertyName("l3")] long? Domain, string? Before, string? After);
