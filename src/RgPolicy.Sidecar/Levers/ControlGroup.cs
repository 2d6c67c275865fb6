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
    private const string TypeFile = "cgroup.type";
    private const string Threaded = "threaded";

    /// <summary>Makes it below the server's group where systemd runs; returns why it could not be made so, or null.</summary>
    internal static string? Make(FileRoot root, string parent, JournalFile journal)
    {
        var directory = Path.Join(parent, GroupName.Control);
        var type = Path.Join(directory, TypeFile);
        if (!root.HasDirectory(ManagerRuns) || root.ReadTrimmed(type) == Threaded || journal.AddGroup(directory) != 0)
            return null;

        var tree = MachineTree.Of(root);
        _ = tree.MakeDirectory(directory);
        var error = tree.Write(type, Threaded);
        return error == 0 || !root.HasDirectory(directory)
            ? null
            : $"a control process of the server's unit runs in {directory} ({KernelMessage.Of(error)}): pools beside it "
                + "would keep the unit from being reloaded and stopped";
    }

    /// <summary>Whether a control process is in it that keeps it from becoming threaded.</summary>
    internal static bool IsBusy(FileRoot root, string parent)
    {
        var directory = Path.Join(parent, GroupName.Control);
        return root.HasDirectory(directory)
            && root.ReadTrimmed(Path.Join(directory, TypeFile)) != Threaded
            && root.ReadLines(Path.Join(directory, "cgroup.events")).Contains("populated 1", StringComparer.Ordinal);
    }
}
