using System.Globalization;

namespace RgPolicy.PoolerBench;

/// <summary>What was measured.</summary>
/// <param name="Returns">How long each backend stayed narrowed after its heavy statement's result was here, ms.</param>
/// <param name="NeverNarrowed">Heavy statements whose backend was not narrowed when they ended.</param>
/// <param name="Points">Latencies of the point statements, ms.</param>
/// <param name="ServiceCpu">Processor time of <c>rgp run</c>, percent of one processor.</param>
/// <param name="ObserverCpu">Processor time of RgPolicy's own backends, percent of one processor.</param>
internal sealed record PoolerReport(
    IReadOnlyList<double> Returns, int NeverNarrowed, IReadOnlyList<double> Points, double ServiceCpu, double ObserverCpu)
{
    private const double LongestReturn = 15;
    private const int FewestReturns = 20;

    /// <summary>Back within 15 ms at p99, of enough statements to tell.</summary>
    public bool IsWithinLimits => Returns.Count >= FewestReturns && Quantile(Returns, 0.99) <= LongestReturn;

    /// <summary>Writes it for people.</summary>
    public void Write(TextWriter output)
    {
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"back after a heavy statement: {Returns.Count} ended narrowed ({NeverNarrowed} others), ms: p50 {Quantile(Returns, 0.5):0.0}, "
            + $"p95 {Quantile(Returns, 0.95):0.0}, p99 {Quantile(Returns, 0.99):0.0}, longest {Quantile(Returns, 1):0.0} (limit: p99 {LongestReturn:0})"));
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"point statements: {Points.Count}, ms: p50 {Quantile(Points, 0.5):0.00}, p99 {Quantile(Points, 0.99):0.0}, longest {Quantile(Points, 1):0.0}"));
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"processor, percent of one: rgp run {ServiceCpu:0.00}, its backends {ObserverCpu:0.00}"));
    }

    private static double Quantile(IReadOnlyList<double> values, double quantile)
    {
        if (values.Count == 0) return double.NaN;
        var sorted = values.Order().ToArray();
        return sorted[Math.Min(sorted.Length - 1, (int)Math.Ceiling(quantile * sorted.Length) - 1 is var i and >= 0 ? i : 0)];
    }
}
