using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.MariaDbBench;

/// <summary>Short transactions beside analytic clients or bulk writers: ungoverned, governed and, where that is asked
/// for, with the same weights set by hand, in turn.</summary>
internal static class PairRounds
{
    /// <summary>Measures, and writes each run and the ratios of neighbours.</summary>
    public static async Task RunAsync(PairOptions options, TextWriter output, CancellationToken cancellationToken)
    {
        await using var server = await BenchDatabase.StartAsync(options.Facts);
        using var group = ServerGroup.Of(server.ProcessId);
        await MixedRun.PrepareAsync(server, options);
        Weights[] all = options.HasByHand
            ? [Weights.None, Weights.RgPolicy, Weights.ByHand]
            : [Weights.None, Weights.RgPolicy];
        List<Dictionary<Weights, MixedRun>> rounds = [];
        for (var round = 1; round <= options.Rounds; round++)
        {
            var runs = new Dictionary<Weights, MixedRun>();

            // Who goes first changes from round to round: what grows with time falls on all.
            for (var i = 0; i < all.Length; i++)
            {
                var weights = all[(i + round - 1) % all.Length];
                runs[weights] = await MixedRun.MeasureAsync(
                    server,
                    options,
                    weights,
                    options.Seed + round,
                    cancellationToken
                );
                await output.WriteLineAsync(Line(round, weights, runs[weights]));
            }

            rounds.Add(runs);
        }

        await WriteRatiosAsync(output, options, rounds, Weights.RgPolicy, Weights.None);
        if (!options.HasByHand)
            return;
        await WriteRatiosAsync(output, options, rounds, Weights.ByHand, Weights.None);
        await WriteRatiosAsync(output, options, rounds, Weights.RgPolicy, Weights.ByHand);
    }

    private static string Line(int round, Weights weights, MixedRun run) =>
        string.Create(CultureInfo.InvariantCulture, $"{round, 2}  {Name(weights), -12} {run}");

    private static string Name(Weights weights) =>
        weights switch
        {
            Weights.None => "ungoverned",
            Weights.RgPolicy => "governed",
            _ => "by hand",
        };

    private static async Task WriteRatiosAsync(
        TextWriter output,
        PairOptions options,
        List<Dictionary<Weights, MixedRun>> rounds,
        Weights one,
        Weights other
    )
    {
        (string Name, Func<MixedRun, double> Value)[] figures =
        [
            ("p99", run => run.Latency.P99),
            ("p50", run => run.Latency.P50),
            ("transactions", run => run.Latency.Count),
            (options.HasWriters ? "bulk writes" : "analytic scans", run => run.OthersPerSecond),
        ];
        foreach (var (name, value) in figures)
        {
            var ratio = PairedRatio.Of(
                [.. rounds.Select(round => value(round[one]) / value(round[other]))],
                options.Seed
            );
            await output.WriteLineAsync(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{name}, {Name(one)} / {Name(other)}: median {ratio.Median:F2}, 95 % interval {ratio.Low:F2} to "
                        + $"{ratio.High:F2}, {rounds.Count} pairs"
                )
            );
        }
    }
}
