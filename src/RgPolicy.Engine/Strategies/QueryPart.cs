using System.Collections.Immutable;

namespace RgPolicy.Engine.Strategies;

/// <summary>A part of a pool for one of its queries, or for those that only stream.</summary>
/// <param name="Pool">The place of the pool among those that take part.</param>
/// <param name="Ways">Its ways.</param>
/// <param name="IsApart">Nobody else has these ways; else they are in the reserve.</param>
/// <param name="Queries">Places in the list of queries.</param>
internal readonly record struct QueryPart(int Pool, int Ways, bool IsApart, ImmutableArray<int> Queries);
