using static RgPolicy.Language.Targets.SettingCapability;

namespace RgPolicy.Language.Targets;

/// <summary>What the processor and the kernel offer for every DBMS alike.</summary>
internal static class HardwareCapabilities
{
    public static SettingCapability Cache(TargetProfile target, string lever)
    {
        if (target.OperatingSystem != "linux")
        {
            return Nothing("Cache allocation needs Linux: other systems have no interface for it.");
        }

        return target is { LlcWays: > 0, ClassesOfService: > 0 }
            ? Full(SettingReach.Running, lever)
            : Nothing("The processor or the virtual machine offers no cache allocation (CAT).");
    }

    public static SettingCapability Bandwidth(TargetProfile target, string lever)
    {
        if (target.OperatingSystem != "linux")
        {
            return Nothing("Memory bandwidth allocation needs Linux: other systems have no interface for it.");
        }

        return target.HasMemoryBandwidthAllocation
            ? Full(SettingReach.Running, lever)
            : Nothing("The processor or the virtual machine offers no memory bandwidth allocation (MBA).");
    }

    public static SettingCapability Slots(TargetProfile target) =>
        OnLinux(
            target,
            Full(SettingReach.Running, "the CPU group of the lowest safe weight, for queries that wait for a slot")
        );

    public static SettingCapability OnLinux(TargetProfile target, SettingCapability capability) =>
        target.OperatingSystem == "linux"
            ? capability
            : Nothing("This needs Linux, where a query's process or thread can be governed from outside.");
}
