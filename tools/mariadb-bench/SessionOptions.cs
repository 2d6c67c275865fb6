namespace RgPolicy.MariaDbBench;

/// <summary>What is observed.</summary>
/// <param name="Sessions">Sessions, each within a statement.</param>
/// <param name="Length">Of what is measured, without and with RgPolicy.</param>
/// <param name="HasPerformanceSchema">The server's performance_schema is on.</param>
internal sealed record SessionOptions(int Sessions, TimeSpan Length, bool HasPerformanceSchema);
