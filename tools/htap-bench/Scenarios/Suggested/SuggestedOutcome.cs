using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.HtapBench.Scenarios.Suggested;

/// <summary>The rounds of one mix, judged.</summary>
internal sealed record SuggestedOutcome(SuggestedMix Mix, IReadOnlyList<SuggestedRound> Rounds, int Seed)
{
    /// <summary>The part of the hand-written policy's gain that a suggested one has to reach.</summary>
    public const double Wanted = 0.8;

    public PairedRatio ByHand(Metric metric) => Ratios(round => round.OfHand(metric));

    public PairedRatio Suggested(Metric metric) => Ratios(round => round.OfSuggested(metric));

    /// <summary>What the suggested policy takes off the tail, as a part of what the hand-written one does.</summary>
    public double ShareOfGain(Metric tail) => (1 - Suggested(tail).Median) / (1 - ByHand(tail).Median);

    /// <summary>Whether that is enough; where the hand-written one takes nothing off, it is enough to do no
    /// worse.</summary>
    public bool IsMet(Metric tail) =>
        ByHand(tail).Median >= 1 ? Suggested(tail).Median <= ByHand(tail).Median : ShareOfGain(tail) >= Wanted;

    private PairedRatio Ratios(Func<SuggestedRound, double> of) =>
        PairedRatio.Of([.. Rounds.Select(of).Where(double.IsFinite)], Seed);
}
