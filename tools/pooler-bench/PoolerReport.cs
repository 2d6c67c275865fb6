namespace RgPolicy.PoolerBench;

/// <summary>What was measured.</summary>
/// <param name="Returns">How long each backend stayed throttled after its heavy statement's result was here, ms.</param>
/// <param name="NeverThrottled">Heavy statements whose backend was not throttled when they ended.</param>
/// <param name="Points">Latencies of the point statements, ms.</param>
/// <param name="SlowPoints">Point statements that ran in the slow group to their end.</param>
/// <param name="Cpu">Processor time meanwhile.</param>
/// <param name="IsLean">Polls were the leaner ones.</param>
internal sealed record PoolerReport(
    IReadOnlyList<double> Returns,
    int NeverThrottled,
    IReadOnlyList<double> Points,
    int SlowPoints,
    PoolerCpu Cpu,
    bool IsLean
)
{
    private const double LongestReturn = 15;
    private const int FewestReturns = 20;
    private const double MostOfLooks = 1;

    /// <summary>Back within 15 ms at p99, of enough statements to tell, by looks that take at most 1 % of a
    /// processor.</summary>
    public bool IsWithinLimits =>
        Returns.Count >= FewestReturns && Quantile(Returns, 0.99) <= LongestReturn && Cpu.Looks <= MostOfLooks;

    /// <summary>Writes it for people.</summary>
    public void Write(TextWriter output)
    {
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"back after a heavy statement: {Returns.Count} ended throttled ({NeverThrottled} others), ms: p50 "
                    + $"{Quantile(Returns, 0.5):0.0}, "
                    + $"p95 {Quantile(Returns, 0.95):0.0}, p99 {Quantile(Returns, 0.99):0.0}, longest "
                    + $"{Quantile(Returns, 1):0.0} (limit: p99 {LongestReturn:0})"
            )
        );
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"point statements: {Points.Count}, ms: p50 {Quantile(Points, 0.5):0.00}, p99 "
                    + $"{Quantile(Points, 0.99):0.0}, longest {Quantile(Points, 1):0.0}; "
                    + $"{SlowPoints} ran in the slow group to their end"
            )
        );
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"processor, percent of one: rgp run {Cpu.Service:0.00}, of that to look at throttled backends "
                    + $"{Cpu.Looks:0.00} (limit: {MostOfLooks:0}), its backends {Cpu.Backends:0.00}, the "
                    + $"sidecar {Cpu.Sidecar:0.00}, "
                    + $"of that to keep moves quick {Cpu.Ready:0.00}; {(IsLean ? "leaner polls" : "full polls")}"
            )
        );
    }

    private static double Quantile(IReadOnlyList<double> values, double quantile)
    {
        if (values.Count == 0)
            return double.NaN;
        var sorted = values.Order().ToArray();
        return sorted[
            Math.Min(sorted.Length - 1, (int)Math.Ceiling(quantile * sorted.Length) - 1 is var i and >= 0 ? i : 0)
        ];
    }
}
