namespace RgPolicy.Documents.Simulate;

/// <summary>One run of a mix.</summary>
/// <param name="Policy">The policy's file; null without a governor.</param>
/// <param name="Revision">Its revision; null without a governor.</param>
/// <param name="Queries">Query by query, in the same order in every run.</param>
public sealed record SimulatedRun(string? Policy, string? Revision, IReadOnlyList<SimulatedQuery>? Queries);
