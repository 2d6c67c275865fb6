using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>
/// Finds a rate near saturation: nine tenths of what OLTP reaches without a fixed rate beside the analytic clients, ungoverned.
/// </summary>
internal static class SaturationProbe
{
    private const double Fraction = 0.9;
    private const int Step = 50;

    public static async Task<int> FindAsync(Runner runner, CancellationToken cancellationToken)
    {
        var free = await runner.RunAsync(PairScenarios.Beside(rate: null), governed: false, cancellationToken);
        return Math.Max(Step, (int)(free.OltpPerSecond * Fraction / Step) * Step);
    }
}
