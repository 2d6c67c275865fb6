using System.Text.Json.Serialization;

namespace RgPolicy.Sidecar.Options;

/// <summary>What root allows one pool at most.</summary>
/// <param name="Number">The pool, or the class of service that pools share, 1 to 63.</param>
internal sealed record PoolLimits(int Number)
{
    /// <summary>First and last way that its masks may have; null for all.</summary>
    internal (int First, int Last)? Ways { get; init; }

    /// <summary>Least ways of its mask.</summary>
    internal int LeastWays { get; init; } = 1;

    /// <summary>Most ways of its mask; null for all.</summary>
    internal int? MostWays { get; init; }

    /// <summary>L3 domains in which it may have a mask of its own; null for all.</summary>
    internal ImmutableArray<int>? Domains { get; init; }

    /// <summary>CPUs that it may be limited to; null for all.</summary>
    internal ImmutableArray<int>? AllowedCores { get; init; }

    /// <summary>Least CPU share, above 0 to 1.</summary>
    internal double LeastCpuShare { get; init; } = Limits.DefaultLeastCpuShare;

    /// <summary>Most CPU share, above 0 to 1.</summary>
    internal double MostCpuShare { get; init; } = 1;
}

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
