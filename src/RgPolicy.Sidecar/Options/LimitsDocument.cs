using System.Text.Json.Serialization;

namespace RgPolicy.Sidecar.Options;

/// <summary>The limits file; what is not given keeps its default.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record LimitsDocument
{
    public int? MaxPools { get; init; }

    public double? LeastCpuShare { get; init; }

    public string? AllowedCores { get; init; }

    public int? LeastWays { get; init; }

    public int? MostWays { get; init; }

    public int? MaxProcesses { get; init; }

    public long? LeastReadBytes { get; init; }

    public long? LeastReads { get; init; }

    public int? PulseMs { get; init; }

    public int? ReadyMs { get; init; }

    public IReadOnlyList<PoolLimitsDocument>? Pools { get; init; }

    public bool? DynamicMasks { get; init; }

    public bool? BackgroundWorkers { get; init; }

    public bool? Sampling { get; init; }
}
