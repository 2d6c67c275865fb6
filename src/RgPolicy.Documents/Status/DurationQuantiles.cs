namespace RgPolicy.Documents.Status;

/// <summary>Quantiles of durations, in seconds.</summary>
/// <param name="Count">How many were measured.</param>
/// <param name="P50">The median.</param>
/// <param name="P95">The 95th percentile.</param>
/// <param name="P99">The 99th percentile.</param>
/// <param name="Max">The longest.</param>
public sealed record DurationQuantiles(long? Count, double? P50, double? P95, double? P99, double? Max);
