namespace RgPolicy.Documents.Status;

/// <summary>How long it takes until a query is where it belongs.</summary>
/// <param name="AllSeconds">Of all; null before the first.</param>
/// <param name="PlanCachedSeconds">Where the plan was known.</param>
/// <param name="PlanFetchedSeconds">Where the plan was fetched.</param>
/// <param name="ShortLived">Queries that ended within 300 ms of their move.</param>
public sealed record ReactionStatus(
    DurationQuantiles? AllSeconds,
    DurationQuantiles? PlanCachedSeconds,
    DurationQuantiles? PlanFetchedSeconds,
    long? ShortLived
);
