namespace RgPolicy.Documents.Simulate;

/// <summary>What became of one query of a mix.</summary>
/// <param name="Query">Its name.</param>
/// <param name="Class">The class that it mostly had; null without a governor.</param>
/// <param name="Finished">Executions that ended.</param>
/// <param name="MeanSeconds">Of these; null where none ended.</param>
public sealed record SimulatedQuery(string? Query, string? Class, double? Finished, double? MeanSeconds);
