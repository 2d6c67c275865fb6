namespace RgPolicy.MariaDbBench;

/// <summary>What is observed.</summary>
/// <param name="Sessions">Sessions.</param>
/// <param name="Running">How many of them are within a statement; the others are idle.</param>
/// <param name="Length">Of what is measured, without and with RgPolicy.</param>
/// <param name="HasPerformanceSchema">The server's performance_schema is on.</param>
internal sealed record SessionOptions(int Sessions, int Running, TimeSpan Length, bool HasPerformanceSchema);
