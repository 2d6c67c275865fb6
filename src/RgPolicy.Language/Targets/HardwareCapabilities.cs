using RgPolicy.Language.Model;
using static RgPolicy.Language.Targets.SettingCapability;

namespace RgPolicy.Language.Targets;

/// <summary>What the processor and the kernel offer for every DBMS alike.</summary>
internal static class HardwareCapabilities
{
    /// <summary>What the kernel does where a query has processes or threads of its own; null for what it does not do.</summary>
    /// <param name="name">The setting.</param>
    /// <param name="target">The target.</param>
    /// <param name="one"><c>process</c> or <c>thread</c>.</param>
    /// <param name="all">Those of a query.</param>
    public static SettingCapability? OfProcesses(SettingName name, TargetProfile target, string one, string all) =>
        name switch
        {
            SettingName.Cache => Cache(target, $"L3 mask of {all}"),
            SettingName.MemoryBandwidth => Bandwidth(target, $"memory bandwidth of {all}"),
            SettingName.Cores => OnLinux(target, Full(SettingReach.Running, $"CPU affinity of {all}")),
            SettingName.CpuWeight => OnLinux(target, Full(SettingReach.Running, "one CPU group per pool")),
            SettingName.CpuCap => OnLinux(
                target,
                Full(
                    SettingReach.Running,
                    "one CPU group per pool",
                    $"A {one} under a CPU quota may hold a lock that all others wait for."
                ) with
                {
                    Degraded = "The pool gets the lowest safe weight instead.",
                }
            ),
            SettingName.Slots => OnLinux(
                target,
                Full(SettingReach.Running, "the CPU group of the lowest safe weight, for queries that wait for a slot")
            ),
            _ => null,
        };

    public static SettingCapability Cache(TargetProfile target, string lever) =>
        target.OperatingSystem != "linux"
            ? Nothing("Cache allocation needs Linux: other systems have no interface for it.")
        : target is { LlcWays: > 0, ClassesOfService: > 0 } ? Full(SettingReach.Running, lever)
        : Nothing("The processor or the virtual machine offers no cache allocation (CAT).");

    public static SettingCapability Bandwidth(TargetProfile target, string lever) =>
        target.OperatingSystem != "linux"
            ? Nothing("Memory bandwidth allocation needs Linux: other systems have no interface for it.")
        : target.HasMemoryBandwidthAllocation ? Full(SettingReach.Running, lever)
        : Nothing("The processor or the virtual machine offers no memory bandwidth allocation (MBA).");

    public static SettingCapability OnLinux(TargetProfile target, SettingCapability capability) =>
        target.OperatingSystem == "linux"
            ? capability
            : Nothing("This needs Linux, where a query's process or thread can be governed from outside.");
}
