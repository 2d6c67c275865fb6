using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Classify;
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
internal sealed record GovernorTurn(
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
internal readonly record struct PoolMove(int ProcessId, int PoolNumber, ObservedQuery? Query)
{
    /// <summary>Whether the pool's limit of reads is for it: only while its statement writes nothing, for a writer that
    /// waits may hold what others need.</summary>
    public bool MayWaitForReads { get; init; }

    /// <summary>The query's name, empty when it has ended; made when asked for, because thousands may
    /// move at once.</summary>
    public string QueryId => Query?.Id ?? "";
}

/// <summary>A running query and what was decided for it; the material of <c>status</c>.</summary>
/// <param name="Query">As last seen.</param>
/// <param name="Decision">Its class.</param>
/// <param name="PoolNumber">The pool that it should be in now; 0 when it is not throttled.</param>
/// <param name="Note">Why it is not in its class's pool, such as <c>blocks 2 others</c> or
/// <c>superuser</c>; empty when it is.</param>
internal sealed record GovernedQuery(ObservedQuery Query, ClassDecision Decision, int PoolNumber, string Note)
{
    /// <summary>How long it has waited for a slot of its pool; null while it does not.</summary>
    public TimeSpan? SlotWait { get; init; }
}

/// <summary>What a governor has done since it was made.</summary>
/// <param name="Turns">Observations decided.</param>
/// <param name="Queries">Queries seen for the first time.</param>
/// <param name="Decisions">Classifications carried out.</param>
/// <param name="Moves">Moves into a pool that were asked for.</param>
/// <param name="Releases">Releases that were asked for.</param>
/// <param name="Failures">Moves and releases that failed.</param>
/// <param name="BlockerReleases">Queries released because they blocked others.</param>
/// <param name="DroppedEvents">Events beyond the limit of a turn.</param>
/// <param name="TooShort">Queries that ended within <see cref="ShortLife.Limit"/>, before their class
/// was final.</param>
internal readonly record struct GovernorCounters(
    long Turns,
    long Queries,
    long Decisions,
    long Moves,
    long Releases,
    long Failures,
    long BlockerReleases,
    long DroppedEvents,
    long TooShort
);
