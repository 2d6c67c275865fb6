using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Statistics;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Short transactions, whose commits reach the disk, beside loads or builds of indexes, ungoverned and
/// governed in turn.</summary>
internal static class LoadRounds
{
    private const int ShortClients = 8;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>Measures, and writes each run and the ratios of neighbours.</summary>
    public static async Task RunAsync(LoadOptions options, TextWriter output, CancellationToken cancellationToken)
    {
        await using var server = await Loaders.StartServerAsync(options);
        using var group = ServerGroup.Of(server.ProcessId);
        List<(Run Ungoverned, Run Governed)> pairs = [];
        for (var round = 1; round <= options.Pairs.Rounds; round++)
        {
            // Who goes first changes from round to round: what grows with time falls on both.
            var governedFirst = round % 2 == 0;
            var seed = options.Pairs.Seed + round;
            var first = await MeasureAsync(server, options, governedFirst, seed, cancellationToken);
            var second = await MeasureAsync(server, options, !governedFirst, seed, cancellationToken);
            pairs.Add(governedFirst ? (second, first) : (first, second));
            await output.WriteLineAsync(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{round, 2}  ungoverned {pairs[^1].Ungoverned}   governed {pairs[^1].Governed}"
                )
            );
        }

        foreach (var (name, value) in Figures)
            await output.WriteLineAsync(Ratio(name, pairs, value, options.Pairs.Seed));
    }

    private static readonly (string Name, Func<Run, double> Value)[] Figures =
    [
        ("p99, governed / ungoverned", run => run.Latency.P99),
        ("p95, governed / ungoverned", run => run.Latency.P95),
        ("p50, governed / ungoverned", run => run.Latency.P50),
        ("loads, governed / ungoverned", run => run.LoadsPerSecond),
    ];

    private static async Task<Run> MeasureAsync(
        MariaDbServer server,
        LoadOptions options,
        bool isGoverned,
        int seed,
        CancellationToken cancellationToken
    )
    {
        var governed = isGoverned ? await BenchDatabase.GovernAsync(server, options.Policy) : null;
        try
        {
            await using var loads = await Loaders.StartAsync(server, options);
            await using var transactions = ShortTransactions.Start(server, ShortClients, options.Pairs.Rate, seed);
            await Task.Delay(WarmUp, cancellationToken);
            var before = loads.Done;
            await Task.Delay(options.Pairs.Length, cancellationToken);
            var done = loads.Done - before;
            var latencies = await transactions.StopAsync(WarmUp);
            await loads.StopAsync();
            return new Run(Quantiles.Of(latencies), done / 2.0 / options.Pairs.Length.TotalSeconds);
        }
        finally
        {
            if (governed is not null)
            {
                await governed.StopAsync();
                await governed.DisposeAsync();
            }
        }
    }

    private static string Ratio(
        string name,
        List<(Run Ungoverned, Run Governed)> pairs,
        Func<Run, double> value,
        int seed
    )
    {
        var ratio = PairedRatio.Of([.. pairs.Select(pair => value(pair.Governed) / value(pair.Ungoverned))], seed);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{name}: median {ratio.Median:F2}, 95 % interval {ratio.Low:F2} to {ratio.High:F2}, {pairs.Count} pairs"
        );
    }

    /// <summary>One run.</summary>
    private sealed record Run(Quantiles Latency, double LoadsPerSecond)
    {
        public override string ToString() =>
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Latency.Count, 6} transactions, p50 {Latency.P50 * 1000, 6:F1} ms, p95 {Latency.P95 * 1000, 6:F1} ms, "
                    + $"p99 {Latency.P99 * 1000, 6:F1} ms, {LoadsPerSecond, 5:F2} loads/s"
            );
    }
}
