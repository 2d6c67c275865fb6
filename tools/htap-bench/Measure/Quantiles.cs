namespace RgPolicy.HtapBench.Measure;

/// <summary>Quantiles of one run, in seconds; NaN without samples.</summary>
internal sealed record Quantiles(int Count, double P50, double P95, double P99, double P999, double Max)
{
    public static Quantiles Of(IEnumerable<double> samples)
    {
        var sorted = samples.Order().ToArray();
        return new Quantiles(
            sorted.Length,
            At(sorted, 0.5),
            At(sorted, 0.95),
            At(sorted, 0.99),
            At(sorted, 0.999),
            At(sorted, 1)
        );
    }

    // The nearest rank: a value that was really seen.
    private static double At(double[] sorted, double quantile) =>
        sorted.Length == 0 ? double.NaN : sorted[Math.Max(0, (int)Math.Ceiling(quantile * sorted.Length) - 1)];
}
