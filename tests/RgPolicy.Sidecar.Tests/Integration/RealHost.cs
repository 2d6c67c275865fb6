using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Whether this host can run the tests that change real cgroups.</summary>
internal static class RealHost
{
    /// <summary>Why not, or null.</summary>
    internal static string? ReasonToSkip { get; } = Find();

    private static string? Find()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            return "needs root on Linux: run the tests with sudo";

        return CgroupHierarchy.Find(FileRoot.Machine, Environment.ProcessId) is null
            ? "needs a cgroup hierarchy with the cpu controller"
            : null;
    }
}
