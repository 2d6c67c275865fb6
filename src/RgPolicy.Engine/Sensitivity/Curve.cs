using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>How a workload, or one of its statements, answers to one lever.</summary>
/// <param name="Lever">The lever.</param>
/// <param name="Statement">The statement's name; null for the whole workload.</param>
/// <param name="Points">Settings with at least one run, ascending.</param>
/// <param name="Knees">For 90 and 95 % of the best; empty where fewer than two settings were measured, or one of them
/// fewer than three times.</param>
public sealed record Curve(
    SweepLever Lever,
    string? Statement,
    ImmutableArray<CurvePoint> Points,
    ImmutableArray<Knee> Knees
)
{
    /// <summary>The median of the baselines, with nothing limited; null where there is none.</summary>
    public double? Unlimited { get; init; }

    /// <summary>The statement has other plans under some settings than under others.</summary>
    public bool ChangesPlan =>
        Statement is not null && Points.SelectMany(point => point.Plans).Distinct(StringComparer.Ordinal).Count() > 1;
}
