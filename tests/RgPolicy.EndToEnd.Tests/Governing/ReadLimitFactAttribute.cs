using RgPolicy.Host.Facts;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A test that limits what a real server reads from its disk; skipped with the reason where
/// this host cannot.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ReadLimitFactAttribute : FactAttribute
{
    public ReadLimitFactAttribute() => Skip = Find();

    private static string? Find() =>
        !Environment.IsPrivilegedProcess ? "governing processes needs root: run as root"
        : CgroupHierarchy.FindReads(FileRoot.Machine, Environment.ProcessId) is null
            ? "needs cgroup v1 with the blkio controller: version 2 limits the I/O of whole domains only"
        : StorageFacts.Read(FileRoot.Machine, Path.GetTempPath()).Number is null
            ? $"no whole disk is known behind {Path.GetTempPath()}"
        : null;
}
