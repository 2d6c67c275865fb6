using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios.Suggested;

/// <summary>Three neighbouring runs of one mix.</summary>
/// <param name="Free">Ungoverned.</param>
/// <param name="ByHand">Under the hand-written policy.</param>
/// <param name="Suggested">Under the one that was suggested.</param>
internal sealed record SuggestedRound(RunResult Free, RunResult ByHand, RunResult Suggested)
{
    public double OfHand(Metric metric) => metric.Of(ByHand) / metric.Of(Free);

    public double OfSuggested(Metric metric) => metric.Of(Suggested) / metric.Of(Free);
}
