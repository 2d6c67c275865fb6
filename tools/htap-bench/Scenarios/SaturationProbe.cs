using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>
/// Finds a rate near saturation: nine tenths of the highest at which the ungoverned server, beside the
/// analytic clients, still keeps up. Where it does not, transactions queue, and half of them wait longer than the
/// limit. The measured runs are longer than the probe's, hence the tenth.
/// </summary>
internal static class SaturationProbe
{
    private const double KeepsUpSeconds = 0.005;
    private const double PartOfHighest = 0.9;
    private const int SecondsOfRun = 10;
    private const int Steps = 5;
    private const int Lowest = 500;
    private const int Highest = 20_000;

    /// <summary>Bisects the rates between 500/s and 20,000/s on a logarithmic scale; the answer is a
    /// multiple of 50.</summary>
    public static async Task<int> FindAsync(
        BenchServer server,
        BenchOptions options,
        AnalyticWeights weights,
        CancellationToken cancellationToken
    )
    {
        var runner = new Runner(server, options with { Seconds = Math.Min(options.Seconds, SecondsOfRun) }, weights);
        var (low, high) = (Math.Log(Lowest), Math.Log(Highest));
        for (var step = 0; step < Steps; step++)
        {
            var middle = (low + high) / 2;
            var keepsUp = await KeepsUpAsync(runner, (int)Math.Exp(middle), cancellationToken);
            (low, high) = keepsUp ? (middle, high) : (low, middle);
        }

        return (int)(PartOfHighest * Math.Exp(low) / 50) * 50;
    }

    private static async Task<bool> KeepsUpAsync(Runner runner, int rate, CancellationToken cancellationToken)
    {
        var run = await runner.RunAsync(PairScenarios.Beside(rate), Arm.None, cancellationToken);
        return run.Oltp?.P50 < KeepsUpSeconds;
    }
}
