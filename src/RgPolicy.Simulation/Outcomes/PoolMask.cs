using System.Collections.Immutable;

namespace RgPolicy.Simulation.Outcomes;

/// <summary>The masks of a pool.</summary>
/// <param name="Pool">The pool.</param>
/// <param name="Masks">In each last-level cache, by position.</param>
public sealed record PoolMask(string Pool, ImmutableArray<ulong> Masks);
