using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>How a workload, or one of its statements, answers to two levers.</summary>
/// <param name="Grid">The levers with their settings.</param>
/// <param name="Statement">The statement's name; null for the whole workload.</param>
/// <param name="Points">Pairs with at least one run, the first lever's settings within the second's.</param>
/// <param name="Knees">For 90 and 95 % of the best; empty where a pair was measured fewer than three times.</param>
/// <param name="Interaction">Whether the levers help each other; null where a corner is missing.</param>
public sealed record GridSurface(
    SweepGrid Grid,
    string? Statement,
    ImmutableArray<GridPoint> Points,
    ImmutableArray<GridKnee> Knees,
    GridInteraction? Interaction
);
