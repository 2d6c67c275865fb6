using System.Collections.Immutable;
using RgPolicy.Engine.Allot;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Explain;

/// <summary>The last-level caches of a target, as masks are laid out over them.</summary>
/// <param name="Ways">Of each; 0 where caches cannot be divided.</param>
/// <param name="Domains">The caches and their CPUs.</param>
public sealed record HostCaches(int Ways, ImmutableArray<L3Domain> Domains)
{
    /// <summary>Those of a target; what it does not tell of them is assumed, as for its masks.</summary>
    public static HostCaches Of(TargetProfile target)
    {
        ArgumentNullException.ThrowIfNull(target);
        var cpus = CpuMap.Of(target);
        return new HostCaches(CacheHardware.Of(target, cpus).Ways, cpus.Domains);
    }
}
