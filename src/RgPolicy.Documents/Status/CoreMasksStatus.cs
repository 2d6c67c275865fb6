namespace RgPolicy.Documents.Status;

/// <summary>Masks of CPUs.</summary>
/// <param name="Problem">Why no CPU has one; null for no reason.</param>
/// <param name="IsReady">Whether the sidecar has them.</param>
/// <param name="Pools">Pools with CPUs of their own.</param>
public sealed record CoreMasksStatus(string? Problem, bool? IsReady, IReadOnlyList<CorePoolStatus>? Pools);
