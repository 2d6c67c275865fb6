using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>A scenario's pairs, judged.</summary>
internal sealed record PairOutcome(PairScenario Scenario, IReadOnlyList<RunPair> Pairs, int Seed)
{
    /// <summary>A metric's ratios; null when the scenario's runs do not have it.</summary>
    public PairedRatio? Ratio(Metric metric)
    {
        var ratios = Pairs.Select(p => p.Ratio(metric)).Where(double.IsFinite).ToList();
        return ratios.Count == 0 ? null : PairedRatio.Of(ratios, Seed);
    }

    /// <summary>A metric's ratios under the simplest script; null when there were no such runs.</summary>
    public PairedRatio? SimpleRatio(Metric metric)
    {
        var ratios = Pairs
            .Where(p => p.Simple is not null)
            .Select(p => metric.Of(p.Simple!) / metric.Of(p.First))
            .Where(double.IsFinite)
            .ToList();
        return ratios.Count == 0 ? null : PairedRatio.Of(ratios, Seed);
    }

    /// <summary>The worst single pair of a metric.</summary>
    public double Worst(Metric metric) =>
        Pairs.Select(p => p.Ratio(metric)).Where(double.IsFinite).DefaultIfEmpty(double.NaN).Max();

    /// <summary>The median over the first or over the second runs.</summary>
    public double Median(Metric metric, bool second) =>
        PairedRatio.MedianOf(Pairs.Select(p => metric.Of(second ? p.Second : p.First)));

    /// <summary>True when the whole interval of the tail's ratio is above 1: governing made it worse.</summary>
    public bool IsWorse => Scenario.SecondIsGoverned && Pairs.Count >= 5 && Ratio(Scenario.Tail)?.Low > 1;

    /// <summary>Every target with the ratio that was reached and whether that is enough.</summary>
    public IEnumerable<(Target Target, double Ratio, bool Met)> Judged =>
        from target in Scenario.Targets
        let ratio = Ratio(target.Metric)?.Median ?? double.NaN
        select (target, ratio, target.IsMetBy(ratio));

    /// <summary>Costs of the governed runs.</summary>
    public IReadOnlyList<OwnCost> Costs => Pairs.Select(p => p.Second.Cost).OfType<OwnCost>().ToList();
}
