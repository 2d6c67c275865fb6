using System.Collections.Immutable;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;

namespace RgPolicy.Engine.Strategies;

/// <summary>A part of a pool for one of its queries, or for those that only stream.</summary>
/// <param name="Pool">The place of the pool among those that take part.</param>
/// <param name="Ways">Its ways.</param>
/// <param name="IsApart">No other query has these ways; else they are in the reserve.</param>
/// <param name="Queries">Places in the list of queries.</param>
internal readonly record struct QueryPart(int Pool, int Ways, bool IsApart, ImmutableArray<int> Queries)
{
    /// <summary>What it asks for. In the reserve it has not its pool's floor, which the pool keeps by itself: the
    /// reserve may be narrower, and what is asked for apart would not fit beside a wider one.</summary>
    /// <param name="terms">Bounds.</param>
    /// <param name="place">Where it stands in a layout.</param>
    public CacheRequest RequestIn(CacheTerms terms, int place)
    {
        var request = terms.Pools[Pool].With(Ways, IsApart) with { Pool = place };
        return IsApart ? request : request with { Floor = terms.Hardware.LeastWays };
    }
}
