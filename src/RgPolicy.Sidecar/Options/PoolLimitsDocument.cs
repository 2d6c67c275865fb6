using System.Text.Json.Serialization;

namespace RgPolicy.Sidecar.Options;

/// <summary>One pool in the limits file; what is not given is as for all pools.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record PoolLimitsDocument
{
    public int Number { get; init; }

    public string? Ways { get; init; }

    public int? LeastWays { get; init; }

    public int? MostWays { get; init; }

    public string? Domains { get; init; }

    public string? AllowedCores { get; init; }

    public double? LeastCpuShare { get; init; }

    public double? MostCpuShare { get; init; }
}
