using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Empties and removes our group directories.</summary>
internal static class GroupRemover
{
    // A second in all: a process of little weight takes its time to end on a busy machine.
    private const int Attempts = 200;
    private const int PauseMilliseconds = 5;

    /// <summary>Removes a group; processes that are still in it go to the parent. Returns 0, or the error
    /// number.</summary>
    internal static int Remove(FileRoot root, string directory)
    {
        var name = Path.GetFileName(directory);
        var tree = MachineTree.Of(root);
        if (name == GroupName.Control)
        {
            // With a control process in it, it is the service manager's again, which removes it with the unit.
            _ = tree.RemoveDirectory(directory);
            return 0;
        }

        if (!(GroupName.IsOurs(name) || GroupName.IsProvisioned(name)) || !root.HasDirectory(directory))
            return 0;

        var error = IsCache(directory) ? RemoveCache(root, tree, directory) : RemoveCgroup(root, tree, directory);
        // The provisioner's groups are root's to remove: for other users it is enough that no process is left in them.
        return GroupName.IsProvisioned(name) && error is Errno.AccessDenied or Errno.NotPermitted ? 0 : error;
    }

    // Removing a resctrl group sends its tasks to the default group.
    private static int RemoveCache(FileRoot root, IKernelTree tree, string directory)
    {
        var error = tree.RemoveDirectory(directory);
        if (error is Errno.AccessDenied or Errno.NotPermitted)
            _ = TaskList.MoveEach(tree, CacheHome.Directory(root) + "/tasks", Members(root, directory));

        return error == Errno.NoEntry ? 0 : error;
    }

    // A process that is just ending keeps its cgroup busy for some milliseconds.
    private static int RemoveCgroup(FileRoot root, IKernelTree tree, string directory)
    {
        var error = 0;
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            Evacuate(root, tree, directory);
            error = tree.RemoveDirectory(directory);
            if (error != Errno.Busy)
                break;

            Pause.Milliseconds(PauseMilliseconds);
        }

        return error == Errno.NoEntry ? 0 : error;
    }

    // Children that a governed process started are in its group without ever having been moved.
    private static void Evacuate(FileRoot root, IKernelTree tree, string directory)
    {
        var parent = Path.GetDirectoryName(directory);
        var version = root.HasFile(Path.Join(directory, "cgroup.threads")) ? 2 : 1;
        var threads = Numbers(root, Path.Join(directory, ProcessLevers.ThreadsFile(version))).ToHashSet();
        var single = threads
            .Where(each => ThreadGroup.LeaderOf(root, each) is { } leader && !threads.Contains(leader))
            .ToHashSet();
        foreach (var thread in single)
            Move(ProcessLevers.ThreadsFile(version), thread);

        // With a process of which single threads were here all its others would come along, out of other groups too.
        foreach (
            var member in Members(root, directory)
                .Where(each => !single.Contains(each) && (threads.Count == 0 || threads.Contains(each)))
        )
            Move("cgroup.procs", member);

        void Move(string file, int id) =>
            _ = tree.Write(Path.Join(parent, file), string.Create(CultureInfo.InvariantCulture, $"{id}"));
    }

    /// <summary>The processes in a group; of a threaded group only its threads can be read.</summary>
    internal static IEnumerable<int> Members(FileRoot root, string directory)
    {
        var file =
            IsCache(directory) ? "tasks"
            : root.HasFile(Path.Join(directory, "cgroup.threads")) ? "cgroup.threads"
            : "cgroup.procs";
        return Numbers(root, Path.Join(directory, file));
    }

    private static IEnumerable<int> Numbers(FileRoot root, string path) =>
        root.ReadLines(path)
            .Select(line =>
                int.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out var member) ? member : 0
            )
            .Where(member => member > 0);

    private static bool IsCache(string directory) =>
        directory.StartsWith(ResctrlFacts.Directory + "/", StringComparison.Ordinal);
}
