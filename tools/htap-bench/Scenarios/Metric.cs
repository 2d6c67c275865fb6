using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>One figure of a run.</summary>
/// <param name="Name">Its name in the report and in JSON.</param>
/// <param name="Unit">Its unit in the report.</param>
/// <param name="Of">Reads it; NaN when the run has none.</param>
internal sealed record Metric(string Name, string Unit, Func<RunResult, double> Of)
{
    public static readonly Metric OltpP50 = new("oltp_p50", "ms", r => Milliseconds(r.Oltp?.P50));
    public static readonly Metric OltpP95 = new("oltp_p95", "ms", r => Milliseconds(r.Oltp?.P95));
    public static readonly Metric OltpP99 = new("oltp_p99", "ms", r => Milliseconds(r.Oltp?.P99));
    public static readonly Metric OltpP999 = new("oltp_p99_9", "ms", r => Milliseconds(r.Oltp?.P999));
    public static readonly Metric OltpRate = new("oltp_rate", "tx/s", r => r.OltpPerSecond);
    public static readonly Metric AnalyticRate = new("analytic_rate", "queries/s", r => r.AnalyticPerSecond);
    public static readonly Metric AnalyticP50 = new("analytic_p50", "ms", r => Milliseconds(r.Analytic?.P50));
    public static readonly Metric AnalyticP99 = new("analytic_p99", "ms", r => Milliseconds(r.Analytic?.P99));
    public static readonly Metric CopyRate = new("copy_rate", "rows/s", r => r.CopyRowsPerSecond);
    public static readonly Metric IndexRate = new("index_rate", "indexes/s", r => r.IndexesPerSecond);
    public static readonly Metric InsertRate = new("insert_rate", "inserts/s", r => r.InsertsPerSecond);

    /// <summary>Every metric, in the report's order.</summary>
    public static readonly IReadOnlyList<Metric> All =
    [
        OltpP50,
        OltpP95,
        OltpP99,
        OltpP999,
        OltpRate,
        AnalyticRate,
        AnalyticP50,
        AnalyticP99,
        CopyRate,
        IndexRate,
        InsertRate,
    ];

    private static double Milliseconds(double? seconds) => (seconds ?? double.NaN) * 1000;
}
