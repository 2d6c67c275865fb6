using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>
/// RgPolicy's own memory, threads, descriptors and processor time beside 1,000 active sessions: 950 of an application in statements
/// of a minute, 50 of analysts in statements of some seconds. They wait, so that the machine has room for all of them.
/// </summary>
internal sealed class SessionsScenario(BenchServer server, Runner runner, BenchOptions options)
{
    private const int Application = 950;
    private const int Analysts = 50;
    private const int SamplesAMinute = 12;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(60.0 / SamplesAMinute);

    public async Task<SessionsOutcome> RunAsync(TextReport report, CancellationToken cancellationToken)
    {
        await using var governor = await runner.GovernAsync();
        await using var application = WaitingSessions.Start(
            server, BenchRoles.Oltp, Application, "select pg_sleep($1)", n => 30 + n % 60, cancellationToken);
        await using var analysts = WaitingSessions.Start(
            server, BenchRoles.Analytics, Analysts, "select count(*), pg_sleep($1) from generate_series(1, 1000)", n => 1 + n % 10, cancellationToken);
        await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds + 3), cancellationToken);
        var clock = Stopwatch.StartNew();
        List<SessionsSample> samples = [Sample(governor, clock)];
        while (clock.Elapsed.TotalSeconds < options.Seconds)
        {
            await Task.Delay(Interval, cancellationToken);
            samples.Add(Sample(governor, clock));
            if (samples.Count % SamplesAMinute == 0) report.SessionsSample(samples[^1]);
        }

        return new SessionsOutcome(Application + Analysts, samples);
    }

    private static SessionsSample Sample(GovernedServer governor, Stopwatch clock) => new(
        clock.Elapsed.TotalSeconds, ProcessSample.Take([governor.Service.ProcessId]), ProcessSample.Take(governor.SidecarProcesses));
}
