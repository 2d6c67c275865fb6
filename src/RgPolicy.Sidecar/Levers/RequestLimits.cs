using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Holds a client's wishes within root's limits; what was changed is said.</summary>
/// <param name="limits">Root's limits.</param>
internal sealed class RequestLimits(Limits limits)
{
    // The narrowest that a client asks for.
    private const int NarrowestPart = 2;

    /// <summary>What root allows a pool; null when there may be no such pool.</summary>
    internal PoolLimits? Of(int pool) => limits.Of(pool);

    /// <summary>Most pools, parts of pools counted too.</summary>
    internal int MostPools => limits.MaxPools;

    /// <summary>Why parts of pools have their pools' ways and none of their own; null where they may have
    /// some.</summary>
    internal string? WhyNoParts(GrantedGroups granted) =>
        limits.Pools is not null || limits.MostWays is not null
            ? "root's limits of ways are for a pool and its parts together"
        : limits.LeastWays > NarrowestPart ? "root's least ways would widen a part over its neighbours"
        : granted.HasCaches ? "groups were handed over for pools and none for parts of them"
        : null;

    /// <summary>A pool's CPU share within its limits; 1 without a wish.</summary>
    internal double Share(PoolSpec spec)
    {
        var allowed = limits.Of(spec.Whole) ?? new PoolLimits(spec.Whole);
        return Math.Max(Math.Min(spec.CpuShare ?? 1, allowed.MostCpuShare), allowed.LeastCpuShare);
    }

    /// <summary>The same, with a note when it is not what was wished for.</summary>
    internal double Share(PoolSpec spec, List<string> problems)
    {
        var share = Share(spec);
        if (spec.CpuShare is { } wanted && wanted != share)
        {
            problems.Add(
                wanted < share
                    ? string.Create(
                        CultureInfo.InvariantCulture,
                        $"cpu: share {wanted} was raised to root's least, {share}"
                    )
                    : string.Create(
                        CultureInfo.InvariantCulture,
                        $"cpu: share {wanted} was lowered to root's most, {share}"
                    )
            );
        }

        return share;
    }

    /// <summary>A pool with its ways within its limits; without ways when they are elsewhere.</summary>
    internal PoolSpec Ways(PoolSpec spec, List<string> problems)
    {
        if (spec.WayCount is not { } ways || limits.Of(spec.Whole) is not { } allowed)
            return spec;

        if (spec.DomainWays is { } each && !AreAllowed(each, allowed))
        {
            problems.Add("cache: the ways of a domain are outside root's limits; the cache is not touched");
            return spec with { WayCount = null, FirstWay = null, DomainWays = null };
        }

        var count = Math.Clamp(ways, allowed.LeastWays, Math.Max(allowed.LeastWays, allowed.MostWays ?? int.MaxValue));
        if (!IsWithin(spec.FirstWay ?? 0, count, allowed))
        {
            problems.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"cache: ways {spec.FirstWay ?? 0} to {(spec.FirstWay ?? 0) + count - 1} are outside root's "
                        + $"limits; the cache is not touched"
                )
            );
            return spec with { WayCount = null, FirstWay = null, DomainWays = null };
        }

        if (count != ways)
        {
            problems.Add(
                string.Create(CultureInfo.InvariantCulture, $"cache: {ways} ways were made {count}, root's limit")
            );
        }

        return spec with
        {
            WayCount = count,
        };
    }

    /// <summary>A pool's limit of bytes that it reads in a second, not below root's least.</summary>
    internal long? ReadBytes(PoolSpec spec, List<string> problems) =>
        Raised(spec.ReadBytesPerSecond, limits.LeastReadBytes, "bytes", problems);

    /// <summary>The same of its reads.</summary>
    internal long? Reads(PoolSpec spec, List<string> problems) =>
        Raised(spec.ReadsPerSecond, limits.LeastReads, "reads", problems);

    private static long? Raised(long? wanted, long least, string what, List<string> problems)
    {
        if (wanted < least)
        {
            problems.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"reads: {wanted} {what} per second were raised to root's least, {least}"
                )
            );
        }

        return wanted < least ? least : wanted;
    }

    /// <summary>The CPUs that a pool can be limited to; null for no limit.</summary>
    internal ImmutableArray<int>? Cores(PoolSpec spec, HostFacts facts, List<string> problems)
    {
        if (spec.Cores is not { } wanted)
            return null;

        var usable = Usable(wanted, spec.Whole, facts);
        if (usable.Length < wanted.Distinct().Count())
        {
            var left = usable.Length == 0 ? "none is left, affinity is not touched" : "left: " + CpuList.Format(usable);
            problems.Add($"cores: {CpuList.Format(wanted)} are not all online and within root's limits; {left}");
        }

        return usable.Length == 0 ? null : usable;
    }

    /// <summary>A pool with those of its CPUs for masks that are online and within its limits.</summary>
    internal PoolSpec CacheCpus(PoolSpec spec, HostFacts facts, List<string> problems)
    {
        if (spec.CacheCpus is not { } wanted)
            return spec;

        var usable = Usable(wanted, spec.Whole, facts);
        if (usable.Length < wanted.Distinct().Count())
        {
            problems.Add(
                $"cache: CPUs {CpuList.Format(wanted)} are not all online and within root's limits; left: "
                    + $"{CpuList.Format(usable)}"
            );
        }

        return spec with
        {
            CacheCpus = usable,
        };
    }

    private ImmutableArray<int> Usable(ImmutableArray<int> wanted, int pool, HostFacts facts)
    {
        var allowed = limits.Of(pool)?.AllowedCores;
        return
        [
            .. wanted.Distinct().Where(c => facts.Topology.Cpus.Contains(c) && (allowed?.Contains(c) ?? true)).Order(),
        ];
    }

    private static bool AreAllowed(ImmutableArray<DomainWays> each, PoolLimits allowed) =>
        each.All(w => IsWithin(w.FirstWay, w.WayCount, allowed) && (allowed.Domains?.Contains(w.Domain) ?? true))
        && each.GroupBy(w => w.Domain)
            .Select(d => d.Sum(w => w.WayCount))
            .All(ways => ways >= allowed.LeastWays && ways <= (allowed.MostWays ?? int.MaxValue));

    private static bool IsWithin(int first, int count, PoolLimits allowed) =>
        allowed.Ways is not { } ways || (first >= ways.First && first + count - 1 <= ways.Last);
}
