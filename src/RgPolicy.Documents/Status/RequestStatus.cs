namespace RgPolicy.Documents.Status;

/// <summary>What a running request has of the server.</summary>
/// <param name="Dop">Its degree of parallelism.</param>
/// <param name="Schedulers">Such as <c>0-3</c>; empty for none.</param>
/// <param name="Cpus">Such as <c>0-3</c>; empty for none.</param>
/// <param name="Grant">Its memory grant; null where it needs none.</param>
public sealed record RequestStatus(long? Dop, string? Schedulers, string? Cpus, GrantStatus? Grant);
