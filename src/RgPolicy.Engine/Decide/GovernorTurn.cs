using System.Collections.Immutable;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Decide;

/// <summary>What one turn of the loop decided: only what has changed.</summary>
/// <param name="Moves">To be carried out in this order: releases first.</param>
/// <param name="WantsBlocking">
/// True when something is throttled while a backend waits for a lock, and it is time to ask the server for blockers (at
/// most once a second).
/// </param>
/// <param name="Events">For the log.</param>
public sealed record GovernorTurn(
    ImmutableArray<PoolMove> Moves,
    bool WantsBlocking,
    ImmutableArray<GovernorEvent> Events
)
{
    /// <summary>Queries that rules want cancelled, once each and again only after half a minute.</summary>
    public ImmutableArray<QueryCancel> Cancels { get; init; } = [];

    /// <summary>Nothing has changed.</summary>
    public static GovernorTurn Unchanged { get; } = new([], false, []);
}

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
