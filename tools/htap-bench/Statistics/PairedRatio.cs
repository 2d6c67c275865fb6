namespace RgPolicy.HtapBench.Statistics;

/// <summary>Ratios of neighbouring runs, second over first, with their median and its 95 % bootstrap
/// interval.</summary>
internal sealed record PairedRatio(IReadOnlyList<double> Ratios, double Median, double Low, double High)
{
    private const int Resamples = 10_000;

    /// <summary>The typical distance of a ratio from 1, either way: 0.25 means that neighbours differ
    /// by 25 %.</summary>
    public double TypicalSpread => MedianOf(Ratios.Select(Distance));

    /// <summary>The largest such distance.</summary>
    public double WorstSpread => Ratios.Count == 0 ? double.NaN : Ratios.Max(Distance);

    /// <summary>Makes it; NaN when a ratio cannot be formed.</summary>
    public static PairedRatio Of(IReadOnlyList<double> ratios, int seed)
    {
        var random = new Random(seed);
        var medians = Enumerable
            .Range(0, Resamples)
            .Select(_ => MedianOf(Enumerable.Range(0, ratios.Count).Select(_ => ratios[random.Next(ratios.Count)])))
            .Order()
            .ToArray();
        return new PairedRatio(
            ratios,
            MedianOf(ratios),
            medians[(int)(0.025 * Resamples)],
            medians[(int)(0.975 * Resamples) - 1]
        );
    }

    /// <summary>The middle value, or the mean of the two in the middle; NaN without values.</summary>
    public static double MedianOf(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        if (sorted.Length == 0)
            return double.NaN;
        var middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double Distance(double ratio) => Math.Max(ratio, 1 / ratio) - 1;
}
