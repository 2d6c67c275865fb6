namespace RgPolicy.Documents.Status;

/// <summary>What the server tells of its own resources.</summary>
/// <param name="ReadAt">UTC.</param>
/// <param name="CoreProblem">Why pools have no CPUs of their own; null while they have.</param>
/// <param name="Pools">Its resource pools.</param>
public sealed record ResourcesStatus(DateTime? ReadAt, string? CoreProblem, IReadOnlyList<ResourcePoolStatus>? Pools);
