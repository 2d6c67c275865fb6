using System.Numerics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Changing;

/// <summary>Computes each domain's capacity mask from the ways that a pool wishes for.</summary>
internal static class WayMasks
{
    /// <summary>Masks by domain, or null with the problem when the hardware cannot have them.</summary>
    internal static ImmutableSortedDictionary<int, ulong>? Of(
        ResctrlFacts facts,
        PoolSpec spec,
        IEnumerable<int> domains,
        out string problem
    )
    {
        var masks = ImmutableSortedDictionary.CreateBuilder<int, ulong>();
        foreach (var domain in domains)
        {
            if (InDomain(facts, spec, domain, out problem) is not { } mask)
                return null;

            masks[domain] = mask;
        }

        problem = spec.DomainWays?.FirstOrDefault(ways => !masks.ContainsKey(ways.Domain)) is { } unknown
            ? string.Create(CultureInfo.InvariantCulture, $"this host has no L3 domain {unknown.Domain}")
            : string.Empty;
        return problem.Length == 0 ? masks.ToImmutable() : null;
    }

    private static ulong? InDomain(ResctrlFacts facts, PoolSpec spec, int domain, out string problem)
    {
        var own = spec.DomainWays?.Where(ways => ways.Domain == domain).ToArray() ?? [];
        if (own.Length == 0)
            return Schemata.Mask(facts, spec.FirstWay ?? 0, spec.WayCount ?? 0, out problem);

        var mask = 0UL;
        foreach (var ways in own)
        {
            if (Schemata.Mask(facts, ways.FirstWay, ways.WayCount, out problem) is not { } run)
                return null;

            mask |= run;
        }

        var first = mask >> BitOperations.TrailingZeroCount(mask);
        var hasHoles = (first & (first + 1)) != 0;
        problem = hasHoles && !facts.IsSparse ? "this processor allows no holes in a mask" : string.Empty;
        return problem.Length == 0 ? mask : null;
    }
}
