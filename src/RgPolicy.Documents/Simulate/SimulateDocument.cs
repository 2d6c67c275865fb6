namespace RgPolicy.Documents.Simulate;

/// <summary><c>rgp/simulate/1</c>, as far as the console reads it: a mix ungoverned and under policies.</summary>
/// <param name="Schema"><c>rgp/simulate/1</c>.</param>
/// <param name="Target">What it was played on.</param>
/// <param name="Ungoverned">Without a governor.</param>
/// <param name="Policies">Under each policy.</param>
public sealed record SimulateDocument(
    string? Schema,
    string? Target,
    SimulatedRun? Ungoverned,
    IReadOnlyList<SimulatedRun>? Policies
);

/// <summary>One run of a mix.</summary>
/// <param name="Policy">The policy's file; null without a governor.</param>
/// <param name="Revision">Its revision; null without a governor.</param>
/// <param name="Queries">Query by query, in the same order in every run.</param>
public sealed record SimulatedRun(string? Policy, string? Revision, IReadOnlyList<SimulatedQuery>? Queries);

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
