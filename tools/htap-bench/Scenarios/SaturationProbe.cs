using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>
/// Finds a rate near saturation: the lowest of a ladder at which, ungoverned and beside the analytic clients, not only the
/// tail but half of the OLTP transactions wait. Without such a rate the highest one.
/// </summary>
internal static class SaturationProbe
{
    private const double WaitingSeconds = 0.002;

    private static readonly int[] Ladder = [750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 5000, 6000, 8000];

    public static async Task<int> FindAsync(Runner runner, CancellationToken cancellationToken)
    {
        foreach (var rate in Ladder)
        {
            var run = await runner.RunAsync(PairScenarios.Beside(rate), governed: false, cancellationToken);
            if (run.Oltp?.P50 > WaitingSeconds) return rate;
        }

        return Ladder[^1];
    }
}
