using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Decide;

/// <summary>One process is to be put into a pool, or let go (pool 0).</summary>
/// <param name="ProcessId">A backend or one of its parallel workers.</param>
/// <param name="PoolNumber">See <see cref="PoolAllotment.Number"/>; 0 restores what the process had.</param>
/// <param name="Query">The query that this is done for; null when it has ended.</param>
public readonly record struct PoolMove(int ProcessId, int PoolNumber, ObservedQuery? Query)
{
    /// <summary>Whether the pool's limit of reads is for it: only while its statement writes nothing, for a writer that
    /// waits may hold what others need.</summary>
    public bool MayWaitForReads { get; init; }

    /// <summary>The query's name, empty when it has ended; made when asked for, because thousands may
    /// move at once.</summary>
    public string QueryId => Query?.Id ?? "";
}
