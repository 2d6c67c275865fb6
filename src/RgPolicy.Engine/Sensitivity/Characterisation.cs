using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>What a sweep came to.</summary>
/// <param name="Curves">Of each lever the whole workload's, then each statement's.</param>
/// <param name="Baseline">Statements per second with nothing limited: the median; null where there is none.</param>
/// <param name="Drift">How much the last baselines differ from the first, such as -0.03; null with fewer than
/// four.</param>
/// <param name="Runs">Runs that were measured, baselines included.</param>
public sealed record Characterisation(ImmutableArray<Curve> Curves, double? Baseline, double? Drift, int Runs)
{
    /// <summary>Of a grid the whole workload's surface, then each statement's.</summary>
    public ImmutableArray<GridSurface> Surfaces { get; init; } = [];
}
