namespace RgPolicy.Documents.Status;

/// <summary>Masks of CPUs as the sidecar read them back.</summary>
/// <param name="CacheMask">Such as <c>L3:0=3</c>.</param>
/// <param name="Cpus">Such as <c>0-3</c>.</param>
/// <param name="Problems">What did not work.</param>
public sealed record CoreReadBack(string? CacheMask, string? Cpus, IReadOnlyList<string>? Problems);
