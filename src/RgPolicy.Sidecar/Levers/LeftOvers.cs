using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Groups of ours that no journal here names: those that are empty and that no running sidecar
/// uses are no one's.</summary>
internal static class LeftOvers
{
    private const int DeepestGroup = 8;

    /// <summary>Removes them; returns how many could not be removed.</summary>
    /// <param name="root">Where they are looked for.</param>
    /// <param name="log">Takes what is left and why.</param>
    internal static int Remove(FileRoot root, Action<string> log)
    {
        var left = 0;
        var groups = Find(root);
        var isAnyRunning = groups.Exists(g => GroupHolds.IsHeld(MachineTree.Of(root), g));
        foreach (var group in groups)
        {
            if (GroupHolds.IsHeld(MachineTree.Of(root), group) || (isAnyRunning && GroupHolds.IsCacheGroup(group)))
            {
                log($"{group} is a running sidecar's: left as it is");
            }
            else if (GroupRemover.Members(root, group).Any())
            {
                // It may be another sidecar's, which lives by another journal.
                log($"{group} has members and is in no journal here: another sidecar's, or reset with its --state-dir");
            }
            else
            {
                left += GroupRemover.Remove(root, group) == 0 ? 0 : 1;
            }
        }

        return left;
    }

    private static List<string> Find(FileRoot root)
    {
        var found = new List<string>();
        foreach (var mount in MountTable.Read(root))
        {
            if (
                mount.FileSystem == "cgroup2"
                || mount.FileSystem == "resctrl"
                || (mount.FileSystem == "cgroup" && (mount.HasOption("cpu") || mount.HasOption("blkio")))
            )
                Search(root, mount.MountPoint, DeepestGroup, found);
        }

        return found;
    }

    private static void Search(FileRoot root, string directory, int depth, List<string> found)
    {
        foreach (var name in depth == 0 ? [] : root.DirectoryNames(directory))
        {
            var child = $"{directory}/{name}";
            if (GroupName.IsOurs(name))
                found.Add(child);
            else
                Search(root, child, depth - 1, found);
        }
    }
}
