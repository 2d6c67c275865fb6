using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Decide;

/// <summary>One process is to be put into a pool, or let go (pool 0).</summary>
/// <param name="ProcessId">A backend or one of its parallel workers.</param>
/// <param name="PoolNumber">See <see cref="PoolAllotment.Number"/>; 0 restores what the process had.</param>
/// <param name="QueryId">The query that this is done for; empty when it has ended.</param>
public readonly record struct PoolMove(int ProcessId, int PoolNumber, string QueryId);
