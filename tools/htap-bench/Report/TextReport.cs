using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Scenarios;
using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.HtapBench.Report;

/// <summary>Writes the report for people while the benchmark goes on.</summary>
internal sealed class TextReport(TextWriter output)
{
    /// <summary>Neighbouring ungoverned runs whose p99 differs by more than this say nothing about a tail.</summary>
    public const double TooNoisy = 0.25;

    public void Line(string text) => output.WriteLine(text);

    public void Machine(MachineFacts machine, AnalyticWeights weights, BenchOptions options)
    {
        Line(
            $"{machine.Server}, {machine.Cores} cores ({machine.Processor}), Linux {machine.Kernel}, fact table "
                + $"{machine.FactTable}"
        );
        Line("Analytic queries alone take " + string.Join(", ", weights.Seconds.Select(Figure.Of)) + " s.");
        Line(
            $"Each run is measured for {options.Seconds} s after {options.WarmUpSeconds} s of load; "
                + $"{options.Pairs} pairs."
        );
    }

    public void Begin(string name, string title)
    {
        Line("");
        Line($"== {name}: {title}");
    }

    public void Pair(PairScenario scenario, int pair, int pairs, RunPair runs)
    {
        var shown = Metric
            .All.Where(m => double.IsFinite(runs.Ratio(m)))
            .Take(4)
            .Append(Metric.AnalyticRate)
            .Concat(scenario.Targets.Select(target => target.Metric))
            .Distinct();
        Line(
            $"   pair {pair + 1}/{pairs}: "
                + string.Join(
                    ", ",
                    shown
                        .Where(m => double.IsFinite(runs.Ratio(m)))
                        .Select(m =>
                            $"{m.Name} {Figure.Of(m.Of(runs.First))} -> {Figure.Of(m.Of(runs.Second))}{(runs.Simple is { } simple ? $" (simple {Figure.Of(m.Of(simple))})" : "")}"
                        )
                )
        );
    }

    public void End(PairOutcome outcome)
    {
        var (first, second) = outcome.Scenario.SecondIsGoverned ? ("ungoverned", "governed") : ("one", "other");
        Line($"   {"median of runs", -16}{first, 12}{second, 12}   ratio [95 % interval]");
        foreach (var metric in Metric.All)
            if (outcome.Ratio(metric) is { } ratio)
                Line(
                    $"   {metric.Name + " " + metric.Unit, -24}".PadRight(27)[..27]
                        + Columns(outcome, metric)
                        + "   "
                        + Interval(ratio)
                );
        foreach (var metric in Metric.All)
            if (outcome.SimpleRatio(metric) is { } ratio)
                Line($"   {metric.Name + " simple script", -40}      " + Interval(ratio));
        if (outcome.Scenario.SecondIsGoverned)
            Line(
                $"   worst single pair: {outcome.Scenario.Tail.Name} ratio "
                    + $"{Figure.Of(outcome.Worst(outcome.Scenario.Tail))}"
            );
        if (outcome.Costs.Count > 0)
            Cost(outcome.Costs);
        Waits("ungoverned", outcome.Pairs.Select(pair => pair.First.Waits));
        Waits("governed", outcome.Pairs.Select(pair => pair.Second.Waits));
        Waits("simple script", outcome.Pairs.Select(pair => pair.Simple?.Waits));
        foreach (var (target, ratio, met) in outcome.Judged)
            Verdict(target, ratio, met);
        if (outcome.IsWorse)
            Line($"   WORSE: the interval of {outcome.Scenario.Tail.Name} is wholly above 1");
        if (!outcome.Scenario.SecondIsGoverned)
            Spread(outcome);
    }

    public void Reaction(ReactionOutcome outcome)
    {
        Begin(ScenarioNames.Reaction, "from a query's start to the read-back of its limits");
        ReactionLine("warm-up", outcome.WarmUp);
        ReactionLine("plan known", outcome.Cached);
        ReactionLine("plan fetched", outcome.Uncached);
        Line($"   {outcome.Queries} analytic queries lived at least 300 ms");
    }

    public void Overhead(OverheadOutcome outcome)
    {
        Begin(ScenarioNames.Overhead, $"{outcome.Sessions} active sessions");
        Cost([outcome.Cost]);
        Line(
            $"   service and sidecar together: {Figure.Percent(outcome.Own)} of one core (at most 3 %: "
                + $"{Word(outcome.Own <= 0.03)})"
        );
    }

    public void SoakSample((double Seconds, long Service, long Sidecar) sample) =>
        Line(
            $"   {sample.Seconds:F0} s: service {Figure.Mebibytes(sample.Service)}, sidecar "
                + $"{Figure.Mebibytes(sample.Sidecar)}"
        );

    public void Soak(SoakOutcome outcome)
    {
        Begin(ScenarioNames.Soak, "resident memory, last quarter against the second");
        Line(
            $"   service {Figure.Mebibytes(outcome.ServiceGrowthPerHour)} per hour, sidecar "
                + $"{Figure.Mebibytes(outcome.SidecarGrowthPerHour)} per hour"
        );
    }

    public void SessionsSample(SessionsSample sample) =>
        Line(
            $"   {sample.Seconds:F0} s: service {Figure.Mebibytes(sample.Service.Bytes)}, sidecar "
                + $"{Figure.Mebibytes(sample.Sidecar.Bytes)}, "
                + $"{sample.All.Threads} threads, {sample.All.Descriptors} descriptors, "
                + $"{Figure.Of(sample.All.CpuSeconds)} s of processor time"
        );

    public void Sessions(SessionsOutcome outcome)
    {
        Begin(ScenarioNames.Sessions, $"{outcome.Sessions:N0} active sessions");
        Line(
            $"   service {Figure.Percent(outcome.Share(s => s.Service))}, sidecar "
                + $"{Figure.Percent(outcome.Share(s => s.Sidecar))}, "
                + $"together {Figure.Percent(outcome.Share(s => s.All))} of one core (at most 5 %: "
                + $"{Word(outcome.Share(s => s.All) <= 0.05)})"
        );
        Line(
            $"   at most {Figure.Mebibytes(outcome.MostBytes)} (at most 150 MB: {Word(outcome.MostBytes <= 150e6)}), "
                + $"the service {Figure.Mebibytes(outcome.MostBytesOfService)}; last quarter against the second: "
                + $"{Figure.Mebibytes(outcome.Growth(s => s.Bytes))}, "
                + $"{outcome.Growth(s => s.Threads):+0;-0;0} threads, "
                + $"{outcome.Growth(s => s.Descriptors):+0;-0;0} descriptors"
        );
        if (outcome.Answers is { Count: > 0 } answers)
        {
            var sorted = answers.Order().ToList();
            Line(
                $"   {sorted.Count} answers of page and status: p50 {Figure.Of(sorted[sorted.Count / 2])} ms, p99 "
                    + $"{Figure.Of(sorted[sorted.Count * 99 / 100])} ms, longest {Figure.Of(sorted[^1])} ms"
            );
        }
    }

    public void Summary(BenchResult result)
    {
        Line("");
        Line("== summary");
        foreach (var outcome in result.Pairs)
        foreach (var (target, ratio, met) in outcome.Judged)
            Line(
                $"   {outcome.Scenario.Name, -16} {target.Metric.Name, -14} {Figure.Of(ratio), 6}  wanted "
                    + $"{Wanted(target), -14} {Word(met)}"
            );
        foreach (var spread in result.Pairs.Where(o => !o.Scenario.SecondIsGoverned))
            Spread(spread);
        foreach (var worse in result.Pairs.Where(o => o.IsWorse))
            Line($"   {worse.Scenario.Name}: WORSE than ungoverned");
    }

    private void ReactionLine(string name, Quantiles quantiles) =>
        Line(
            $"   {name, -14}{quantiles.Count, 6} queries: p50 {Figure.Of(quantiles.P50 * 1000)} ms, p95 "
                + $"{Figure.Of(quantiles.P95 * 1000)} ms, "
                + $"p99 {Figure.Of(quantiles.P99 * 1000)} ms, longest {Figure.Of(quantiles.Max * 1000)} ms"
        );

    private void Cost(IReadOnlyList<OwnCost> costs)
    {
        double Median(Func<OwnCost, double> of) => PairedRatio.MedianOf(costs.Select(of));
        Line(
            $"   own cost: service {Figure.Percent(Median(c => c.Service))}, sidecar "
                + $"{Figure.Percent(Median(c => c.Sidecar))}, "
                + $"server's backends {Figure.Percent(Median(c => c.Server))} of one core; "
                + $"the poll takes the server {Figure.Of(Median(c => c.PollMilliseconds))} ms, "
                + $"{Figure.Of(Median(c => c.PollsPerSecond))}/s"
        );
    }

    private void Waits(string arm, IEnumerable<WaitTally?> runs)
    {
        var all = new WaitTally();
        foreach (var run in runs.OfType<WaitTally>())
            all.Add(run);
        if (!all.IsEmpty)
        {
            Line($"   slow OLTP statements, {arm}: {all.OltpText}");
            Line($"   load, {arm}: in a pool {Figure.Percent(all.InPool)} of {all.LoadText}");
        }
    }

    private void Verdict(Target target, double ratio, bool met) =>
        Line($"   {Word(met)}: {target.Metric.Name} ratio {Figure.Of(ratio)}, wanted {Wanted(target)}");

    private void Spread(PairOutcome outcome)
    {
        if (outcome.Ratio(outcome.Scenario.Tail) is not { } ratio)
            return;
        Line(
            $"   {outcome.Scenario.Tail.Name} of neighbouring ungoverned runs differs by "
                + $"{Figure.Percent(ratio.TypicalSpread)} (median), "
                + $"{Figure.Percent(ratio.WorstSpread)} at worst"
        );
        if (outcome.Pairs.Count >= 5 && ratio.TypicalSpread > TooNoisy)
            Line(
                $"   TOO NOISY to judge: more than {Figure.Percent(TooNoisy)}; the verdicts above are worth little here"
            );
    }

    private static string Columns(PairOutcome outcome, Metric metric) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Figure.Of(outcome.Median(metric, second: false)), 12}{Figure.Of(outcome.Median(metric, second: true)), 12}"
        );

    private static string Interval(PairedRatio ratio) =>
        $"{Figure.Of(ratio.Median)} [{Figure.Of(ratio.Low)} .. {Figure.Of(ratio.High)}]";

    private static string Wanted(Target target) =>
        (target.AtLeast, target.AtMost) switch
        {
            (0, var most) => $"<= {Figure.Of(most)}",
            (var least, double.PositiveInfinity) => $">= {Figure.Of(least)}",
            var (least, most) => $"{Figure.Of(least)} .. {Figure.Of(most)}",
        };

    private static string Word(bool met) => met ? "reached" : "MISSED";
}
