using System.Collections.Immutable;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Strategies;

/// <summary>What the mix should have of the cache.</summary>
/// <param name="Pools">The request of each pool that takes part or is exclusive.</param>
/// <param name="Parts">What single queries have of their pools.</param>
internal sealed record CacheSplit(ImmutableArray<CacheRequest> Pools, ImmutableArray<QueryPart> Parts)
{
    /// <summary>Nothing is split because each query has an L3 domain nearly to itself.</summary>
    public bool HasOwnDomains { get; init; }
}
