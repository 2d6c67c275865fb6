using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>Two neighbouring runs.</summary>
/// <param name="First">The ungoverned one.</param>
/// <param name="Second">The governed one, or the other ungoverned one.</param>
internal sealed record RunPair(RunResult First, RunResult Second)
{
    /// <summary>The one under the simplest script, where there is one.</summary>
    public RunResult? Simple { get; init; }

    public double Ratio(Metric metric) => metric.Of(Second) / metric.Of(First);
}
