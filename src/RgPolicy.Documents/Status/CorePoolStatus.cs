namespace RgPolicy.Documents.Status;

/// <summary>The CPUs of a resource pool and their masks.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Cpus">Such as <c>0-3</c>.</param>
/// <param name="Masks">As asked for.</param>
/// <param name="Reason">Why these.</param>
/// <param name="ReadBack">Null where nothing was read back.</param>
public sealed record CorePoolStatus(string? Name, string? Cpus, string? Masks, string? Reason, CoreReadBack? ReadBack);

/// <summary>Masks of CPUs as the sidecar read them back.</summary>
/// <param name="CacheMask">Such as <c>L3:0=3</c>.</param>
/// <param name="Cpus">Such as <c>0-3</c>.</param>
/// <param name="Problems">What did not work.</param>
public sealed record CoreReadBack(string? CacheMask, string? Cpus, IReadOnlyList<string>? Problems);
