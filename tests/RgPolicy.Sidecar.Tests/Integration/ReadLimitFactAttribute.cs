using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A test that limits reads of real processes; skipped with the reason where this host cannot.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ReadLimitFactAttribute : FactAttribute
{
    public ReadLimitFactAttribute() => Skip = RealHost.ReasonToSkip ?? Find();

    /// <summary>The whole disk's number behind the tests' directory.</summary>
    internal static string? Disk { get; } = StorageFacts.Read(FileRoot.Machine, AppContext.BaseDirectory).Number;

    private static string? Find() =>
        CgroupHierarchy.FindReads(FileRoot.Machine, Environment.ProcessId) is null
            ? "needs cgroup v1 with the blkio controller: version 2 limits the I/O of whole domains only"
        : Disk is null ? $"no whole disk is known behind {AppContext.BaseDirectory}"
        : null;
}
