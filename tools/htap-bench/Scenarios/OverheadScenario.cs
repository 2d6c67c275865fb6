using System.Diagnostics;
using Npgsql;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>RgPolicy's own processor time with 100 active sessions: most of them wait in short statements, two compute.</summary>
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
        var light = Enumerable.Range(0, Sessions - Computing).Select(n => WaitAsync(n, stop.Token)).ToList();
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
            await Task.WhenAll(light);
            await Task.WhenAny(analytics.StopAsync());
        }
    }

    // A session that is always active: statements of a quarter of a second to a second, one after the other.
    private async Task WaitAsync(int number, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await server.OpenAsync(BenchRoles.Oltp, cancellationToken);
            while (true)
            {
                await using var command = new NpgsqlCommand("select pg_sleep($1)", connection);
                command.Parameters.Add(new NpgsqlParameter { Value = 0.25 + number % 4 * 0.25 });
                await command.ExecuteNonQueryAsync(cancellationToken);
            }
        }
        catch (OperationCanceledException)
        {
            // The scenario is over.
        }
    }
}
