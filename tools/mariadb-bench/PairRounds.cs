using System.Globalization;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Statistics;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Short transactions beside analytic clients, ungoverned and governed in turn.</summary>
internal static class PairRounds
{
    private const int ShortClients = 8;
    private const int AnalyticClients = 4;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>Measures, and writes each run and the ratios of neighbours.</summary>
    public static async Task RunAsync(PairOptions options, TextWriter output, CancellationToken cancellationToken)
    {
        await using var server = await BenchDatabase.StartAsync(options.Facts);
        using var group = ServerGroup.Of(server.ProcessId);
        List<(Run Ungoverned, Run Governed)> pairs = [];
        for (var round = 1; round <= options.Rounds; round++)
        {
            // Who goes first changes from round to round: what grows with time falls on both.
            var governedFirst = round % 2 == 0;
            var first = await MeasureAsync(server, options, governedFirst, options.Seed + round, cancellationToken);
            var second = await MeasureAsync(server, options, !governedFirst, options.Seed + round, cancellationToken);
            pairs.Add(governedFirst ? (second, first) : (first, second));
            await output.WriteLineAsync(Line(round, pairs[^1].Ungoverned, pairs[^1].Governed));
        }

        await output.WriteLineAsync(Ratio("p99, governed / ungoverned", pairs, run => run.Latency.P99, options.Seed));
        await output.WriteLineAsync(Ratio("p50, governed / ungoverned", pairs, run => run.Latency.P50, options.Seed));
        await output.WriteLineAsync(
            Ratio("analytic scans, governed / ungoverned", pairs, run => run.ScansPerSecond, options.Seed)
        );
    }

    private static async Task<Run> MeasureAsync(
        MariaDbServer server,
        PairOptions options,
        bool isGoverned,
        int seed,
        CancellationToken cancellationToken
    )
    {
        var governed = isGoverned ? await BenchDatabase.GovernAsync(server) : null;
        try
        {
            await using var scans = await Scans.StartAsync(server, AnalyticClients);
            await using var transactions = await ShortTransactions.StartAsync(server, ShortClients, options.Rate, seed);
            await Task.Delay(WarmUp, cancellationToken);
            var before = scans.Done;
            await Task.Delay(options.Length, cancellationToken);
            var done = scans.Done - before;
            var latencies = await transactions.StopAsync(WarmUp);
            await scans.StopAsync();
            return new Run(Quantiles.Of(latencies), done / options.Length.TotalSeconds);
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

    private static string Line(int round, Run ungoverned, Run governed) =>
        string.Create(CultureInfo.InvariantCulture, $"{round, 2}  ungoverned {ungoverned}   governed {governed}");

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
    private sealed record Run(Quantiles Latency, double ScansPerSecond)
    {
        public override string ToString() =>
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Latency.Count, 6} transactions, p50 {Latency.P50 * 1000, 6:F1} ms, p99 {Latency.P99 * 1000, 6:F1} ms, "
                    + $"{ScansPerSecond, 5:F2} scans/s"
            );
    }
}
