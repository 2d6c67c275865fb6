namespace RgPolicy.Documents.Status;

/// <summary>A last-level cache of the host.</summary>
/// <param name="Id">Its number, as masks name it.</param>
/// <param name="Cpus">The logical CPUs that share it.</param>
public sealed record CacheStatus(long? Id, IReadOnlyList<int>? Cpus);
