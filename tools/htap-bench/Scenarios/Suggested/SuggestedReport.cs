using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.HtapBench.Scenarios.Suggested;

/// <summary>What people read of it.</summary>
internal static class SuggestedReport
{
    private static readonly Metric Tail = Metric.OltpP99;

    public static void Round(TextReport report, int round, int rounds, SuggestedRound runs) =>
        report.Line(
            string.Create(
                CultureInfo.InvariantCulture,
                $"   round {round + 1}/{rounds}: {Tail.Name} {Tail.Of(runs.Free):0.00} ms ungoverned, "
                    + $"{Tail.Of(runs.ByHand):0.00} by hand, {Tail.Of(runs.Suggested):0.00} suggested"
            )
        );

    public static void End(TextReport report, SuggestedOutcome outcome)
    {
        foreach (var metric in new[] { Metric.OltpP95, Metric.OltpP99, Metric.AnalyticRate })
            report.Line(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"   {metric.Name}: by hand {Of(outcome.ByHand(metric))}, suggested {Of(outcome.Suggested(metric))}"
                )
            );
        report.Line(
            string.Create(
                CultureInfo.InvariantCulture,
                $"   gain in {Tail.Name}: {Share(outcome)} (wanted: {SuggestedOutcome.Wanted:0.0}): "
                    + $"{(outcome.IsMet(Tail) ? "met" : "NOT met")}"
            )
        );
    }

    // A part of nothing is no figure.
    private static string Share(SuggestedOutcome outcome) =>
        outcome.ByHand(Tail).Median >= 1
            ? "the hand-written one has none"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{outcome.ShareOfGain(Tail):0.00} of the hand-written one's"
            );

    private static string Of(PairedRatio ratio) =>
        string.Create(CultureInfo.InvariantCulture, $"{ratio.Median:0.00} [{ratio.Low:0.00} .. {ratio.High:0.00}]");
}
