using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios.Joins;

/// <summary>One run of the six joins.</summary>
/// <param name="Responses">Seconds from the common start to the end of each.</param>
/// <param name="CpuSeconds">Processor time of all.</param>
/// <param name="OtherSeconds">Processor time of everything else on the host.</param>
/// <param name="Oltp">Latency of the OLTP beside them; null without any.</param>
internal sealed record JoinRun(IReadOnlyList<double> Responses, double CpuSeconds, double OtherSeconds, Quantiles? Oltp)
{
    /// <summary>The figures that are compared.</summary>
    public static readonly (string Name, Func<JoinRun, double> Of)[] Metrics =
    [
        ("mean response", run => run.Responses.Average()),
        ("total", run => run.Responses.Max()),
        ("processor time", run => run.CpuSeconds),
        ("oltp p99", run => run.Oltp?.P99 ?? double.NaN),
    ];
}
