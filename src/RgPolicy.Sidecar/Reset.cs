using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar;

/// <summary>The verb <c>reset</c>: restores from the journal and removes our empty groups, while no sidecar runs.</summary>
internal static class Reset
{
    private const int Success = 0;
    private const int NotClean = 1;
    private const int CannotRun = 3;
    private const int DeepestGroup = 8;
    private static readonly TimeSpan LockPatience = TimeSpan.FromSeconds(1);

    internal static int Run(GuardOptions options, FileRoot root, Log log)
    {
        var directory = options.StateDirectory;
        var clean = true;
        if (Directory.Exists(directory))
        {
            if (StateDirectory.Ensure(directory, group: null) is { } problem)
            {
                log.Line(problem);
                return CannotRun;
            }

            if (StateDirectory.Lock(directory, LockPatience) < 0)
            {
                log.Line($"a sidecar works in {directory}; stop it, and it restores everything by itself");
                return CannotRun;
            }

            clean = Reconciler.Run(root, options, log);
        }

        var left = RemoveLeftOvers(root, log);
        Console.Out.WriteLine(clean && left == 0
            ? "Nothing is governed: every process has what it had before."
            : "Not everything could be restored; the reasons are on standard error.");
        return clean && left == 0 ? Success : NotClean;
    }

    // A group with members may be another sidecar's, which lives by another journal.
    private static int RemoveLeftOvers(FileRoot root, Log log)
    {
        var left = 0;
        foreach (var group in FindGroups(root))
        {
            if (GroupRemover.Members(root, group).Any())
            {
                log.Line($"{group} has members and is in no journal here: another sidecar's, or reset with its --state-dir");
                continue;
            }

            left += GroupRemover.Remove(root, group) == 0 ? 0 : 1;
        }

        return left;
    }

    private static List<string> FindGroups(FileRoot root)
    {
        var found = new List<string>();
        foreach (var mount in MountTable.Read(root))
        {
            if (mount.FileSystem == "cgroup2" || mount.FileSystem == "resctrl" || (mount.FileSystem == "cgroup" && (mount.HasOption("cpu") || mount.HasOption("blkio"))))
            {
                Search(root, mount.MountPoint, DeepestGroup, found);
            }
        }

        return found;
    }

    private static void Search(FileRoot root, string directory, int depth, List<string> found)
    {
        foreach (var name in depth == 0 ? [] : root.DirectoryNames(directory))
        {
            var child = $"{directory}/{name}";
            if (GroupName.IsOurs(name))
            {
                found.Add(child);
            }
            else
            {
                Search(root, child, depth - 1, found);
            }
        }
    }
}
