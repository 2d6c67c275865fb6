using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>
/// Samples the memory of service and sidecar during a long governed run over a hundred different
/// statements: what is kept of each is there after the first quarter, and what grows then grows without end.
/// </summary>
internal sealed class SoakScenario(BenchServer server, Runner runner, BenchOptions options)
{
    private const int Statements = 100;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private int _asked;

    public async Task<SoakOutcome> RunAsync(TextReport report, CancellationToken cancellationToken)
    {
        await using var governor = await runner.GovernAsync();
        await using var oltp = OltpLoad.Start(server, options.Rate ?? PairScenarios.ModerateRate, options.Seed);
        var clock = Stopwatch.StartNew();
        var analytics = new AnalyticLoad(server, clock, _ => NextStatement());
        analytics.Start(PairScenarios.AnalyticClients, cancellationToken);
        List<(double, long, long)> samples = [];
        while (clock.Elapsed.TotalSeconds < options.Seconds)
        {
            await Task.Delay(Interval, cancellationToken);
            samples.Add(Sample(governor, clock.Elapsed.TotalSeconds));
            if (samples.Count % 12 == 0)
                report.SoakSample(samples[^1]);
        }

        await analytics.StopAsync();
        await oltp.StopAsync();
        return new SoakOutcome(samples);
    }

    // The number decides the query too: else there were several hundred statements, and the last were
    // new in the tenth minute.
    private AnalyticQuery NextStatement()
    {
        var number = Interlocked.Increment(ref _asked) % Statements;
        return AnalyticQuery.List[number % AnalyticQuery.List.Count].Unseen(number);
    }

    private static (double, long, long) Sample(GovernedServer governor, double seconds) =>
        (
            seconds,
            ProcessFacts.ResidentBytes(governor.Service.ProcessId) ?? 0,
            governor.SidecarProcesses.Sum(p => ProcessFacts.ResidentBytes(p) ?? 0)
        );
}
