using System.Collections.Immutable;

namespace RgPolicy.Host.Facts;

/// <summary>One physical core.</summary>
/// <param name="Socket">Its processor package, numbered from 0 in the order of the kernel's numbers.</param>
/// <param name="Cpus">Its logical CPUs that are online, ascending.</param>
public sealed record CpuCore(int Socket, ImmutableArray<int> Cpus);
