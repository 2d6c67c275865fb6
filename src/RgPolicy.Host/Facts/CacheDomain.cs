using System.Collections.Immutable;

namespace RgPolicy.Host.Facts;

/// <summary>One L3 cache.</summary>
/// <param name="Id">Its number, as resctrl uses it; numbers may have gaps.</param>
/// <param name="Cpus">The logical CPUs that share it.</param>
/// <param name="SizeBytes">Its size, or 0 when unknown.</param>
/// <param name="Ways">Its associativity, or 0 when unknown.</param>
public sealed record CacheDomain(int Id, ImmutableArray<int> Cpus, long SizeBytes, int Ways);
