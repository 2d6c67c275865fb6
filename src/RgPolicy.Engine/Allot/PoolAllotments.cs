using System.Collections.Immutable;

namespace RgPolicy.Engine.Allot;

/// <summary>What every pool comes to, and the layout that it follows from.</summary>
/// <param name="Pools">In policy order.</param>
/// <param name="Layout">Classes of service and masks.</param>
internal sealed record PoolAllotments(ImmutableArray<PoolAllotment> Pools, CacheLayout Layout);
