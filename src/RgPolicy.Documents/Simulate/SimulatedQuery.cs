namespace RgPolicy.Documents.Simulate;

/// <summary>What became of one query of a mix.</summary>
/// <param name="Query">Its name.</param>
/// <param name="Class">The class that it mostly had; null without a governor.</param>
/// <param name="Finished">Executions that ended.</param>
/// <param name="MeanSeconds">Of these; null where none ended.</param>
/// <param name="Executions">Executions, with the parts of those that were under way.</param>
/// <param name="ResponseSeconds">Of all, unfinished ones included; null where nothing was done, and in files of earlier
/// versions.</param>
public sealed record SimulatedQuery(
    string? Query,
    string? Class,
    double? Finished,
    double? MeanSeconds,
    double? Executions,
    double? ResponseSeconds
);
