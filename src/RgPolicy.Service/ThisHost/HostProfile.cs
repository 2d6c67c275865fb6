using RgPolicy.Language.Targets;

namespace RgPolicy.Service.ThisHost;

/// <summary>Turns the facts of a host into a target profile.</summary>
internal static class HostProfile
{
    /// <summary>The profile; what the host does not tell of its caches stays as in <c>generic</c>.</summary>
    /// <param name="facts">The host.</param>
    /// <param name="name">The profile's name.</param>
    /// <param name="operatingSystem"><c>linux</c> or <c>windows</c>.</param>
    public static TargetProfile Of(HostFacts facts, string name, string operatingSystem)
    {
        var topology = facts.Topology;
        var smallest = topology.Domains.Where(domain => domain.SizeBytes > 0).MinBy(domain => domain.SizeBytes);
        var profile = TargetProfile.Generic with
        {
            Name = name,
            OperatingSystem = operatingSystem,
            Sockets = topology.Sockets,
            Cores = Math.Max(1, topology.Cpus.Length),
            LlcBytes = smallest?.SizeBytes ?? TargetProfile.Generic.LlcBytes,
            L2Bytes = topology.L2Bytes > 0 ? topology.L2Bytes : TargetProfile.Generic.L2Bytes,
            L3Domains = DomainsOf(topology),
            NumaNodes = NodesOf(topology),
            SubNumaClusters = topology.Domains.Select(domain => NodesIn(domain, topology)).Append(1).Max(),
            KernelRelease = facts.KernelRelease,
            CgroupVersion = facts.Server?.Hierarchy?.Version ?? facts.CgroupVersion ?? 0,
            Capabilities = [.. CapabilitiesOf(facts)],
        };
        return WithResctrl(profile, facts.Resctrl);
    }

    private static TargetProfile WithResctrl(TargetProfile profile, ResctrlFacts? resctrl) =>
        profile with
        {
            LlcWays = resctrl?.Ways ?? 0,
            MinimumMaskBits = Math.Max(1, resctrl?.LeastBits ?? 1),
            ShareableBits = (resctrl?.ShareableBits ?? 0) & (resctrl?.FullMask ?? 0),
            HasSparseMasks = resctrl?.IsSparse ?? false,
            HasCodeDataPrioritization = resctrl?.CacheResources.Length > 1,
            ClassesOfService = resctrl is { Ways: > 0 } ? resctrl.ClosIds : 0,
            HasMemoryBandwidthAllocation = resctrl?.LeastBandwidthPercent is not null,
            LeastBandwidthPercent = Math.Clamp(resctrl?.LeastBandwidthPercent ?? profile.LeastBandwidthPercent, 1, 100),
            BandwidthStepPercent = Math.Clamp(
                resctrl?.LeastBandwidthPercent is null ? profile.BandwidthStepPercent : resctrl.BandwidthStep,
                1,
                100
            ),
        };

    /// <summary>None where some CPU is in no domain: what is not known as a whole would be allotted wrongly.</summary>
    private static ImmutableArray<L3Domain> DomainsOf(Topology topology)
    {
        var domains = topology
            .Domains.Select(domain => DomainOf(domain, topology))
            .Where(domain => domain.Cores.Length > 0)
            .ToImmutableArray();
        var cpus = domains.SelectMany(domain => domain.Cpus).ToList();
        return cpus.Count == topology.Cpus.Length && cpus.Distinct().Count() == cpus.Count ? domains : [];
    }

    private static L3Domain DomainOf(CacheDomain domain, Topology topology)
    {
        ImmutableArray<CpuCore> cores =
        [
            .. topology.Cores.Where(core => core.Cpus.All(cpu => domain.Cpus.Contains(cpu))),
        ];
        return new L3Domain(
            domain.Id,
            cores.IsEmpty ? 0 : cores[0].Socket,
            domain.SizeBytes,
            [.. cores.Select(core => core.Cpus)]
        );
    }

    /// <summary>A node's place is its number: numbers that are left out, and nodes of memory only, have
    /// no CPUs.</summary>
    private static ImmutableArray<ImmutableArray<int>> NodesOf(Topology topology)
    {
        var last = topology.Nodes.Where(node => node.Cpus.Length > 0).Select(node => node.Id).Append(-1).Max();
        return
        [
            .. Enumerable
                .Range(0, last + 1)
                .Select(id => topology.Nodes.FirstOrDefault(node => node.Id == id)?.Cpus ?? []),
        ];
    }

    private static int NodesIn(CacheDomain domain, Topology topology) =>
        topology.Nodes.Count(node => node.Cpus.Any(cpu => domain.Cpus.Contains(cpu)));

    private static IEnumerable<string> CapabilitiesOf(HostFacts facts)
    {
        (string Name, bool IsThere)[] all =
        [
            ("autogroup", facts.Autogroup == true),
            (TargetProfile.ReadLimits, facts.LimitsReads),
            (TargetProfile.Pressure, !facts.Pressure.IsAbsent),
            ("resctrl", facts.KnowsResctrl),
            ("resctrl_mounted", facts.Resctrl is not null),
        ];
        return all.Where(item => item.IsThere).Select(item => item.Name);
    }
}
