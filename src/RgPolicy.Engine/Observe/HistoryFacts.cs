namespace RgPolicy.Engine.Observe;

/// <summary>What earlier executions of the same fingerprint tell; null is not known.</summary>
public sealed record HistoryFacts(
    long? Executions,
    TimeSpan? MeanElapsed,
    TimeSpan? P95Elapsed,
    TimeSpan? MeanCpu,
    long? MeanReadBytes
)
{
    /// <summary>
    /// Buffers that an execution looks at, on average. It goes into what is inferred of a plan and is
    /// no signal, so it is not recorded.
    /// </summary>
    public double? MeanBuffers { get; init; }
}
