using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// systemd runs a delegated unit's control processes (reload, stop) in <c>.control</c> below the unit's group. Beside
/// threaded groups such a child takes no process unless it is threaded too (kernel documentation,
/// cgroup-v2, "threads"), and
/// <c>systemctl reload</c> would fail: so it is made, threaded, before the pools' groups are.
/// </summary>
internal static class ControlGroup
{
    private const string ManagerRuns = "/run/systemd/system";

    /// <summary>Makes it below the server's group where systemd runs; a failure leaves the pools possible.</summary>
    internal static void Make(FileRoot root, string parent, JournalFile journal)
    {
        var directory = Path.Join(parent, GroupName.Control);
        var type = Path.Join(directory, "cgroup.type");
        if (!root.HasDirectory(ManagerRuns) || root.ReadTrimmed(type) == "threaded" || journal.AddGroup(directory) != 0)
        {
            return;
        }

        var tree = MachineTree.Of(root);
        _ = tree.MakeDirectory(directory);
        _ = tree.Write(type, "threaded");
    }
}
