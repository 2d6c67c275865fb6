namespace RgPolicy.Documents.Status;

/// <summary>The CPUs of a resource pool and their masks.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Cpus">Such as <c>0-3</c>.</param>
/// <param name="Masks">As asked for.</param>
/// <param name="Reason">Why these.</param>
/// <param name="ReadBack">Null where nothing was read back.</param>
public sealed record CorePoolStatus(string? Name, string? Cpus, string? Masks, string? Reason, CoreReadBack? ReadBack);
