namespace RgPolicy.HtapBench.Scenarios;

/// <summary>What a scenario has to reach: the median paired ratio of a metric within limits.</summary>
/// <param name="Metric">The metric.</param>
/// <param name="AtLeast">The smallest ratio.</param>
/// <param name="AtMost">The largest ratio.</param>
internal sealed record Target(Metric Metric, double AtLeast, double AtMost)
{
    public static Target Below(Metric metric, double ratio) => new(metric, 0, ratio);

    public static Target Above(Metric metric, double ratio) => new(metric, ratio, double.PositiveInfinity);

    public static Target Within(Metric metric, double fraction) => new(metric, 1 - fraction, 1 + fraction);

    public bool IsMetBy(double ratio) => ratio >= AtLeast && ratio <= AtMost;
}
