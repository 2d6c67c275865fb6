using RgPolicy.Host.Facts;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Probe;

/// <summary>Turns the facts of a host into a target profile.</summary>
internal static class HostProfile
{
    /// <summary>The profile; what the host does not tell of its caches stays as in <c>generic</c>.</summary>
    /// <param name="facts">The host.</param>
    /// <param name="sockets">Processor packages.</param>
    /// <param name="name">The profile's name.</param>
    /// <param name="operatingSystem"><c>linux</c> or <c>windows</c>.</param>
    public static TargetProfile Of(HostFacts facts, int sockets, string name, string operatingSystem)
    {
        var smallest = facts.Topology.Domains.Where(domain => domain.SizeBytes > 0).MinBy(domain => domain.SizeBytes);
        var resctrl = facts.Resctrl;
        return TargetProfile.Generic with
        {
            Name = name,
            OperatingSystem = operatingSystem,
            Sockets = Math.Max(1, sockets),
            Cores = Math.Max(1, facts.Topology.Cpus.Length),
            LlcBytes = smallest?.SizeBytes ?? TargetProfile.Generic.LlcBytes,
            LlcWays = resctrl?.Ways ?? 0,
            MinimumMaskBits = Math.Max(1, resctrl?.LeastBits ?? 1),
            ClassesOfService = resctrl is { Ways: > 0 } ? resctrl.ClosIds : 0,
            HasMemoryBandwidthAllocation = resctrl?.LeastBandwidthPercent is not null,
        };
    }

    /// <summary>Processor packages, by sysfs; 1 where it does not tell.</summary>
    public static int Sockets(FileRoot root, Topology topology) => Math.Max(1, topology.Cpus
        .Select(cpu => root.ReadTrimmed($"/sys/devices/system/cpu/cpu{cpu}/topology/physical_package_id"))
        .OfType<string>()
        .Distinct(StringComparer.Ordinal)
        .Count());
}
