namespace RgPolicy.Engine.Observe;

/// <summary>What earlier executions of the same fingerprint tell; null is not known.</summary>
public sealed record HistoryFacts(
    long? Executions, TimeSpan? MeanElapsed, TimeSpan? P95Elapsed, TimeSpan? MeanCpu, long? MeanReadBytes);
