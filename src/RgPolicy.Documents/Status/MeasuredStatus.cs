namespace RgPolicy.Documents.Status;

/// <summary>What samples of a query's memory found.</summary>
/// <param name="WorkingSetBytes">What it touches again and again.</param>
/// <param name="StreamedBytesPerSecond">What it touches or reads beside that.</param>
public sealed record MeasuredStatus(long? WorkingSetBytes, long? StreamedBytesPerSecond);
