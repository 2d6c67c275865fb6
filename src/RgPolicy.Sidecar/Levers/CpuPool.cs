using System.Collections.Immutable;

namespace RgPolicy.Sidecar.Levers;

/// <summary>What a pool wishes of the cpu cgroups.</summary>
/// <param name="Number">Its number.</param>
/// <param name="Names">The names that its group may have, best first.</param>
internal sealed record CpuPool(int Number, IEnumerable<string> Names)
{
    /// <summary>Its weight as a fraction of the favoured pool's; null leaves it as the kernel makes it.</summary>
    internal double? Share { get; init; }

    /// <summary>The CPUs of its group; null for no limit.</summary>
    internal ImmutableArray<int>? Cores { get; init; }

    /// <summary>Directories that it has already or that were handed over, best first; the first that is in the right
    /// place is kept.</summary>
    internal IEnumerable<string> Kept { get; init; } = [];
}
