using System.Collections.Immutable;

namespace RgPolicy.Host.Facts;

/// <summary>One NUMA node.</summary>
/// <param name="Id">Its number; numbers may have gaps.</param>
/// <param name="Cpus">Its logical CPUs, ascending; none for a node of memory only.</param>
public sealed record NumaNode(int Id, ImmutableArray<int> Cpus);
