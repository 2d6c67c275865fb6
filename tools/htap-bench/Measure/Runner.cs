using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Measure;

/// <summary>Makes one run: governor (or none), loads, warm-up, the measured part, and the end of everything.</summary>
internal sealed class Runner(BenchServer server, BenchOptions options, AnalyticWeights weights)
{
    private int _runs;

    public async Task<RunResult> RunAsync(Mix mix, Arm arm, CancellationToken cancellationToken)
    {
        await server.ExecuteAsync("checkpoint", cancellationToken);
        await server.SetAsync(BenchRoles.Loader, arm == Arm.Governed ? options.LoaderSettings : [], cancellationToken);
        await using var compilers = CompilerLoad.Start(options.Compilers);
        await using var governor = arm == Arm.Governed ? await GovernAsync() : null;
        await using var simple = arm == Arm.Simple ? SimpleScript.Start(server) : null;
        var clock = Stopwatch.StartNew();
        await using var oltp = mix.Oltp
            ? OltpLoad.Start(server, mix, options.Clients, options.Seed + _runs++ / (options.BesideSimple ? 3 : 2))
            : null;
        var analytics = new AnalyticLoad(
            server,
            clock,
            AnalyticQuery.OfLength(AnalyticQuery.ListOver(options.Tables), options.Length)
        )
        {
            Role = mix.AnalyticRole,
        };
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            analytics.Start(mix.AnalyticClients, stop.Token);
            var copy = CopyLoad.Start(server, clock, mix.CopyClients, options.HasSmallRows, stop.Token);
            var index = StatementLoad.Start(server, clock, mix.IndexClients, BenchData.IndexBuild, stop.Token);
            var insert = StatementLoad.Start(server, clock, mix.InsertClients, BenchData.Insert, stop.Token);
            var span = await MeasureAsync(governor, clock, cancellationToken);
            return (await CollectAsync(span, arm, oltp, analytics, copy, index, insert)) with { Waits = span.Waits };
        }
        finally
        {
            await stop.CancelAsync();
        }
    }

    /// <summary>Starts sidecar and service; returns when they govern.</summary>
    /// <param name="serviceArguments">What <c>rgp run</c> is told besides.</param>
    public Task<GovernedServer> GovernAsync(params string[] serviceArguments) =>
        GovernedServer.StartAsync(
            server.Cluster,
            new GovernedServerOptions
            {
                Policy = options.Policy,
                Observer = BenchRoles.Observer,
                Database = BenchServer.Database,
                ServiceArguments = serviceArguments,
                HasOwnShare = options.HasOwnShare,
            }
        );

    /// <summary>Starts the sidecar alone; what begins later has a session of its own, as from a
    /// terminal, or a unit's share.</summary>
    public Task<GovernedServer> StartSidecarAsync() =>
        GovernedServer.StartSidecarOnlyAsync(
            server.Cluster,
            new GovernedServerOptions
            {
                Policy = options.Policy,
                Observer = BenchRoles.Observer,
                Database = BenchServer.Database,
                HasOwnShare = options.HasOwnShare,
                HasOwnSession = true,
                ServiceArguments = ["--verbose"],
            }
        );

    private async Task<Span> MeasureAsync(
        GovernedServer? governor,
        Stopwatch clock,
        CancellationToken cancellationToken
    )
    {
        await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds), cancellationToken);
        var meter = governor is null ? null : await CostMeter.StartAsync(server, governor, cancellationToken);
        await using var waits = options.ShowsWaits ? WaitSampler.Start(server) : null;
        var (from, fromEpoch) = (clock.Elapsed.TotalSeconds, EpochSeconds());
        await Task.Delay(TimeSpan.FromSeconds(options.Seconds), cancellationToken);
        var (to, toEpoch) = (clock.Elapsed.TotalSeconds, EpochSeconds());
        return new Span(from, to, fromEpoch, toEpoch, meter is null ? null : await meter.StopAsync(cancellationToken))
        {
            Waits = waits is null ? null : await waits.StopAsync(),
        };
    }

    // The loads go on until the last analytic query is done, so that its end is not faster than the measured part was.
    private async Task<RunResult> CollectAsync(
        Span span,
        Arm arm,
        OltpLoad? oltp,
        AnalyticLoad analytics,
        CopyLoad copy,
        StatementLoad index,
        StatementLoad insert
    )
    {
        await Task.Delay(TimeSpan.FromSeconds(1));
        await analytics.StopAsync();
        await copy.StopAsync();
        await index.StopAsync();
        await insert.StopAsync();
        var transactions = oltp is null
            ? []
            : (await oltp.StopAsync()).Where(t => t.Scheduled >= span.FromEpoch && t.Scheduled < span.ToEpoch).ToList();
        var within = analytics.Runs.Where(r => r.Share(span.From, span.To) > 0).ToList();
        return new RunResult
        {
            Governed = arm == Arm.Governed,
            Oltp = oltp is null ? null : Quantiles.Of(transactions.Select(t => t.Seconds)),
            OltpPerSecond = oltp is null ? double.NaN : transactions.Count / span.Seconds,
            Analytic = within.Count == 0 ? null : Quantiles.Of(within.Select(r => r.Seconds)),
            AnalyticPerSecond =
                within.Count == 0 ? double.NaN : weights.Work(within, span.From, span.To) / span.Seconds,
            CopyRowsPerSecond = copy.RowsPerSecond(span.From, span.To),
            IndexesPerSecond = index.PerSecond(span.From, span.To),
            InsertsPerSecond = insert.PerSecond(span.From, span.To),
            Cost = span.Cost,
        };
    }

    private static double EpochSeconds() => (TimeProvider.System.GetUtcNow() - DateTimeOffset.UnixEpoch).TotalSeconds;

    private sealed record Span(double From, double To, double FromEpoch, double ToEpoch, OwnCost? Cost)
    {
        public WaitTally? Waits { get; init; }

        public double Seconds => To - From;
    }
}
