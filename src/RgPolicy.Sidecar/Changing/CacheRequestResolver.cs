using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Changing;

/// <summary>What a pool's wish in ways and percent comes to on this processor.</summary>
internal static class CacheRequestResolver
{
    private const ulong Full = 100;

    /// <summary>The values, none of which is out of the contract or of root's limits; null without a
    /// wish that can be had.</summary>
    internal static CacheValues? Of(
        FileRoot root,
        ResctrlFacts? facts,
        PoolSpec spec,
        PoolLimits? limits,
        List<string> problems
    )
    {
        if (spec.WayCount is null && spec.MemoryBandwidthPercent is null)
            return null;

        if (facts is null)
        {
            problems.Add("cache: resctrl is not mounted here");
            return null;
        }

        var widest = CacheValues.Parse(root.ReadText(ResctrlFacts.Directory + "/schemata") ?? string.Empty);
        var wished = CacheValues.None.Resources.ToBuilder();
        AddMasks(facts, spec, limits, widest, wished, problems);
        AddBandwidth(facts, spec, widest, wished, problems);
        return wished.Count == 0 ? null : new CacheValues(wished.ToImmutable());
    }

    private static void AddMasks(
        ResctrlFacts facts,
        PoolSpec spec,
        PoolLimits? limits,
        CacheValues widest,
        ImmutableSortedDictionary<string, ImmutableSortedDictionary<int, ulong>>.Builder wished,
        List<string> problems
    )
    {
        if (spec.WayCount is null)
            return;

        if (facts.CacheResources.Length == 0)
        {
            problems.Add("cache: this processor offers no L3 allocation");
            return;
        }

        foreach (var resource in facts.CacheResources.Where(widest.Resources.ContainsKey))
        {
            if (WayMasks.Of(facts, spec, Domains(widest.Resources[resource], limits), out var problem) is { } masks)
            {
                wished[resource] = masks;
            }
            else
            {
                problems.Add("cache: " + problem);
                return;
            }
        }
    }

    // In a domain that root does not allow the pool, its mask stays as it is.
    private static List<int> Domains(ImmutableSortedDictionary<int, ulong> all, PoolLimits? limits)
    {
        var domains = new List<int>();
        foreach (var (domain, _) in all)
        {
            if (limits?.Domains?.Contains(domain) ?? true)
                domains.Add(domain);
        }

        return domains;
    }

    private static void AddBandwidth(
        ResctrlFacts facts,
        PoolSpec spec,
        CacheValues widest,
        ImmutableSortedDictionary<string, ImmutableSortedDictionary<int, ulong>>.Builder wished,
        List<string> problems
    )
    {
        if (spec.MemoryBandwidthPercent is not { } percent)
            return;

        if (facts.LeastBandwidthPercent is not { } least || !widest.Resources.TryGetValue("MB", out var domains))
        {
            problems.Add("memory bandwidth: this host offers none in percent");
            return;
        }

        // The kernel rounds up to its step; done here, what is read back is exactly what was written.
        var step = (ulong)Math.Max(1, facts.BandwidthStep);
        var rounded = Math.Min(Full, ((ulong)Math.Max(percent, least) + step - 1) / step * step);
        wished["MB"] = CacheValues.Map(domains, (_, _) => rounded);
    }
}
