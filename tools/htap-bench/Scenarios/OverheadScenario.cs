using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>RgPolicy's own processor time with 100 active sessions: most of them wait in short
/// statements, two compute.</summary>
internal sealed class OverheadScenario(BenchServer server, Runner runner, BenchOptions options)
{
    private const int Sessions = 100;
    private const int Computing = 2;

    public async Task<OverheadOutcome> RunAsync(CancellationToken cancellationToken)
    {
        await using var governor = await runner.GovernAsync();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var analytics = new AnalyticLoad(server, Stopwatch.StartNew());
        analytics.Start(Computing, stop.Token);
        await using var light = WaitingSessions.Start(
            server,
            BenchRoles.Oltp,
            Sessions - Computing,
            "select pg_sleep($1)",
            n => 0.25 + n % 4 * 0.25,
            stop.Token
        );
        try
        {
            await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds + 3), cancellationToken);
            var meter = await CostMeter.StartAsync(server, governor, cancellationToken);
            await Task.Delay(TimeSpan.FromSeconds(options.Seconds), cancellationToken);
            return new OverheadOutcome(Sessions, await meter.StopAsync(cancellationToken));
        }
        finally
        {
            await stop.CancelAsync();
            await Task.WhenAny(analytics.StopAsync());
        }
    }
}
