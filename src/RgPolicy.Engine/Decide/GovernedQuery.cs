using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Decide;

/// <summary>A running query and what was decided for it; the material of <c>status</c>.</summary>
/// <param name="Query">As last seen.</param>
/// <param name="Decision">Its class.</param>
/// <param name="PoolNumber">The pool that it should be in now; 0 when it is not throttled.</param>
/// <param name="Note">Why it is not in its class's pool, such as <c>blocks 2 others</c> or
/// <c>superuser</c>; empty when it is.</param>
public sealed record GovernedQuery(ObservedQuery Query, ClassDecision Decision, int PoolNumber, string Note)
{
    /// <summary>How long it has waited for a slot of its pool; null while it does not.</summary>
    public TimeSpan? SlotWait { get; init; }
}
