using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.HtapBench.Scenarios.Starts;

/// <summary>All starts, and what the OLTP's transactions felt of them.</summary>
/// <param name="All">Every start.</param>
/// <param name="Ungoverned">Transactions of the seconds before each first start, when nothing was governed.</param>
/// <param name="During">Transactions of the seconds from each start on, by kind.</param>
internal sealed record StartOutcome(
    IReadOnlyList<StartSample> All,
    Quantiles Ungoverned,
    IReadOnlyDictionary<StartKind, Quantiles> During
)
{
    /// <summary>The starts of a kind.</summary>
    public IReadOnlyList<StartSample> Of(StartKind kind) => [.. All.Where(sample => sample.Kind == kind)];

    /// <summary>Median of a figure over starts of a kind.</summary>
    public double Median(StartKind kind, Func<StartSample, double> of) => PairedRatio.MedianOf(Of(kind).Select(of));
}
