using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>Runs a scenario's pairs, the order within the pairs alternating, so that a drift of the
/// machine cancels out.</summary>
internal sealed class PairRunner(Runner runner, BenchOptions options, TextReport report)
{
    public async Task<PairOutcome> RunAsync(PairScenario scenario, CancellationToken cancellationToken)
    {
        report.Begin(scenario.Name, scenario.Title);
        List<RunPair> pairs = [];
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            pairs.Add(await RunPairAsync(scenario, secondFirst: pair % 2 == 1, cancellationToken));
            report.Pair(scenario, pair, options.Pairs, pairs[^1]);
        }

        var outcome = new PairOutcome(scenario, pairs, options.Seed);
        report.End(outcome);
        return outcome;
    }

    private async Task<RunPair> RunPairAsync(
        PairScenario scenario,
        bool secondFirst,
        CancellationToken cancellationToken
    )
    {
        var second = scenario.SecondIsGoverned ? Arm.Governed : Arm.None;
        var one = await runner.RunAsync(scenario.Mix, secondFirst ? second : Arm.None, cancellationToken);
        var other = await runner.RunAsync(scenario.Mix, secondFirst ? Arm.None : second, cancellationToken);
        var simple = options.BesideSimple ? await runner.RunAsync(scenario.Mix, Arm.Simple, cancellationToken) : null;
        return (secondFirst ? new RunPair(other, one) : new RunPair(one, other)) with { Simple = simple };
    }
}
