using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios.Starts;

/// <summary>
/// Starts and restarts beside eight backends that keep all cores busy, and beside OLTP at a fixed rate:
/// how long until the first move is seen, how much processor time until then, and what the OLTP feels of those seconds.
/// </summary>
internal sealed class StartScenario(BenchServer server, Runner runner, BenchOptions options)
{
    private const int Busy = 8;
    private const double WindowSeconds = 3;

    private readonly List<StartSample> _samples = [];
    private readonly List<double> _ungoverned = [];

    public async Task<StartOutcome> RunAsync(TextReport report, CancellationToken cancellationToken)
    {
        OwnShare.Raise();
        await server.ExecuteAsync(
            $"alter role {BenchRoles.Analytics} set max_parallel_workers_per_gather = 0",
            cancellationToken
        );
        await using var oltp = OltpLoad.Start(server, options.Rate ?? PairScenarios.ModerateRate, options.Seed);
        var analytics = new AnalyticLoad(server, Stopwatch.StartNew());
        analytics.Start(Busy, cancellationToken);
        await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds), cancellationToken);
        for (var round = 0; round < options.Pairs; round++)
        {
            await RoundAsync(cancellationToken);
            report.Line(
                $"   round {round + 1}/{options.Pairs}: "
                    + string.Join(", ", _samples.TakeLast(5).Select(s => $"{s.Kind} {Figure.Of(s.Seconds)} s"))
            );
        }

        await analytics.StopAsync();
        return Collect(await oltp.StopAsync());
    }

    private async Task RoundAsync(CancellationToken cancellationToken)
    {
        await using var governed = await runner.StartSidecarAsync();
        var round = new StartRound(server, governed, options.Policy, options.IsCold, _samples.Add);
        await WindowAsync(cancellationToken);
        _ungoverned.Add(StartRound.EpochSeconds() - WindowSeconds);
        var backends = await round.BusyAsync(cancellationToken);
        round.Begin(StartKind.Run, backends);
        await WindowAsync(cancellationToken);
        await round.EndAsync();
        await WindowAsync(cancellationToken);
        round.Begin(StartKind.Service, backends);
        await WindowAsync(cancellationToken);
        await round.KillAsync();
        round.Begin(StartKind.ServiceRestart, backends);
        await WindowAsync(cancellationToken);
        await round.RestartSidecarAsync(backends);
        await WindowAsync(cancellationToken);
        round.Reload();
        await WindowAsync(cancellationToken);
        await round.EndAsync();
    }

    private static Task WindowAsync(CancellationToken cancellationToken) =>
        Task.Delay(TimeSpan.FromSeconds(WindowSeconds), cancellationToken);

    private StartOutcome Collect(IReadOnlyList<OltpTransaction> transactions)
    {
        Quantiles From(IEnumerable<double> moments) =>
            Quantiles.Of(
                moments.SelectMany(at =>
                    transactions
                        .Where(t => t.Scheduled >= at && t.Scheduled < at + WindowSeconds)
                        .Select(t => t.Seconds)
                )
            );
        return new StartOutcome(
            _samples,
            From(_ungoverned),
            Enum.GetValues<StartKind>()
                .ToDictionary(kind => kind, kind => From(_samples.Where(s => s.Kind == kind).Select(s => s.At)))
        );
    }
}
