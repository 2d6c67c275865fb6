using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising.Throttling;

/// <summary>A measured cell that a setting of a policy goes by.</summary>
/// <param name="Curve">The curve it is of.</param>
/// <param name="Point">The cell.</param>
internal sealed record KneeCell(Curve Curve, CurvePoint Point)
{
    private const double Enough = 0.95;

    // The interval of a median of fewer runs covers less than 90 %.
    private const int FewestRuns = 5;

    /// <summary>The cell with the highest median.</summary>
    public CurvePoint Best => Curve.Points.MaxBy(point => point.Median) ?? Point;

    /// <summary>
    /// The smallest setting that is surely enough for 95 % of the best; where there is none, or it is the largest that
    /// was tried, the reason why nothing is throttled.
    /// </summary>
    public static (KneeCell? Cell, string? Reason) Of(Curve curve) =>
        curve switch
        {
            { Knees: [] } => (null, "too few runs"),
            { Knees: [.., { Kind: KneeKind.Insensitive }] } => (
                null,
                $"no knee: already {curve.Points[0].Setting.Text} cannot be told from enough"
            ),
            { Knees: [.., { Kind: KneeKind.StillRising }] } => (
                null,
                $"still rises at {curve.Points[^1].Setting.Text}"
            ),
            { Knees: [.., { Most: { } most }] } when most < curve.Points.Length - 1 => Of(curve, curve.Points[most]),
            _ => (null, "its interval rules a loss out at no setting below the largest"),
        };

    private static (KneeCell? Cell, string? Reason) Of(Curve curve, CurvePoint point)
    {
        var cell = new KneeCell(curve, point);
        return curve.Points.Any(each => each.Runs < FewestRuns) ? (null, "fewer than 5 runs of a setting")
            : point.Low < Enough * (curve.Unlimited ?? 0)
                ? (null, $"with nothing limited it may be faster than with {point.Setting.Text}")
            : point.Low < Enough * cell.Best.Median
                ? (null, $"with {cell.Best.Setting.Text} it may be faster than with {point.Setting.Text}")
            : (cell, null);
    }
}
