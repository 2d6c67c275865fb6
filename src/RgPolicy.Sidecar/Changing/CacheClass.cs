using System.Collections.Immutable;

namespace RgPolicy.Sidecar.Changing;

/// <summary>A class of service that some pools wish for.</summary>
/// <param name="Number">The number in the group's name.</param>
/// <param name="Values">Its masks and bandwidths.</param>
/// <param name="Pools">The pools in it.</param>
/// <param name="Kept">The directory that it has already, or null.</param>
internal sealed record CacheClass(int Number, CacheValues Values, ImmutableArray<int> Pools, string? Kept)
{
    /// <summary>Whether pools may come and go: each then has a monitoring group in it, which the kernel moves with all
    /// its tasks at once.</summary>
    internal bool IsShared { get; init; }

    /// <summary>The CPUs that have its masks themselves, as the kernel lists them; empty for none.</summary>
    internal string Cpus { get; init; } = string.Empty;

    /// <summary>The directory that it is to have.</summary>
    internal string Directory { get; init; } = Kept ?? string.Empty;
}
