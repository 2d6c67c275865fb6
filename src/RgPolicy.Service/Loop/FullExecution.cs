namespace RgPolicy.Service.Loop;

/// <summary>What a statement had when it ran without a smaller hint.</summary>
/// <param name="Workers">Its degree of parallelism.</param>
/// <param name="Granted">Its memory grant, percent of the largest one that it may have; null where it needs none, and
/// where that is not told.</param>
internal sealed record FullExecution(int Workers, decimal? Granted);
