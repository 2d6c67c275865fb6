using System.Collections.Immutable;

namespace RgPolicy.Simulation.Outcomes;

/// <summary>The masks of all pools from a moment on.</summary>
/// <param name="Seconds">When.</param>
/// <param name="Pools">Pool by pool.</param>
public sealed record MaskMap(double Seconds, ImmutableArray<PoolMask> Pools);
