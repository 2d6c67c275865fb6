using System.Collections.Immutable;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Decide;

/// <summary>What one turn of the loop decided: only what has changed.</summary>
/// <param name="Moves">To be carried out in this order: releases first.</param>
/// <param name="WantsBlocking">
/// True when something is narrowed while a backend waits for a lock, and it is time to ask the server for blockers (at
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
