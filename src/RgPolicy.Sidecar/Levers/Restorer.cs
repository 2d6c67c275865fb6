using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Gives back what the journal says was there before. Doing it twice changes nothing; a number that now
/// belongs to another process is never touched.
/// </summary>
internal sealed class Restorer(FileRoot root, JournalFile journal, Action<string> log)
{
    private readonly Dictionary<(int Version, string Path), string?> _directories = [];

    /// <summary>Restores processes, then removes groups, then takes controllers back. Returns whether
    /// all is as before.</summary>
    internal bool RestoreAll()
    {
        RestoreProcesses([.. journal.Content.Processes]);
        foreach (var file in journal.Content.Handed.ToArray())
            TakeBack(file);

        foreach (var group in journal.Content.Groups.ToArray())
            RemoveGroup(group);

        foreach (var directory in journal.Content.Controllers.ToArray())
            RevertController(directory);

        return journal.Content.IsEmpty;
    }

    /// <summary>Gives some processes back everything and notes those that have it.</summary>
    /// <returns>What could not be given back, by process.</returns>
    internal Dictionary<int, string> RestoreProcesses(IReadOnlyCollection<ProcessOriginal> processes)
    {
        _directories.Clear();
        var failures = new Dictionary<int, string>();
        var done = new List<ProcessOriginal>(processes.Count);
        foreach (var process in processes)
        {
            var problem = Restore(process);
            if (problem is null)
            {
                done.Add(process);
                continue;
            }

            failures[process.ProcessId] = problem;
            log(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"process {process.ProcessId} is not wholly restored: {problem}"
                )
            );
        }

        journal.AddDone(done);
        return failures;
    }

    private string? Restore(ProcessOriginal original)
    {
        using var pinned = PinnedProcess.Open(root, original.ProcessId, out var stat);
        if (pinned is null || stat.StartTime != original.StartTime)
            return null;

        var problems = new List<string>();
        if (original.Touched.HasFlag(TouchedLevers.Cgroup))
            Note(problems, RestoreCgroup(original));

        if (original is { ReadPath: { } path } && original.Touched.HasFlag(TouchedLevers.Reads))
        {
            Note(
                problems,
                ProcessLevers.SetReadGroup(root, path, CgroupHierarchy.ReadDirectoryOf(root, path), original.ProcessId)
            );
        }

        foreach (var thread in ProcessLevers.Threads(root, original.ProcessId))
            RestoreThread(original, thread, problems);

        // Whatever failed does not matter for a process that has ended meanwhile.
        return problems.Count == 0 || !pinned.IsAlive ? null : string.Join("; ", problems);
    }

    private string? RestoreCgroup(ProcessOriginal original)
    {
        var key = (original.CgroupVersion, original.CgroupPath);
        if (!_directories.TryGetValue(key, out var directory))
        {
            directory = CgroupHierarchy.DirectoryOf(root, original.CgroupVersion, original.CgroupPath);
            _directories[key] = directory;
        }

        return ProcessLevers.SetCgroup(
            root,
            original.CgroupVersion,
            original.CgroupPath,
            directory,
            original.ProcessId
        );
    }

    private void RestoreThread(ProcessOriginal original, int threadId, List<string> problems)
    {
        var thread = original.Threads.FirstOrDefault(t => t.ThreadId == threadId) ?? original.Threads[0];
        if (original.Touched.HasFlag(TouchedLevers.Affinity) && CpuList.Parse(thread.Cpus) is { } cpus)
            Note(problems, ProcessLevers.SetAffinity(threadId, cpus));

        if (original.Touched.HasFlag(TouchedLevers.IoPriority))
            Note(problems, ProcessLevers.SetIoPriority(threadId, thread.IoPriority));

        // A control group that is gone has sent its tasks to the default one already.
        if (original.Touched.HasFlag(TouchedLevers.Cache) && root.HasDirectory(ResctrlFacts.Directory + "/info"))
        {
            var group = thread.CacheGroup ?? string.Empty;
            var there = group.Length == 0 || root.HasDirectory($"{ResctrlFacts.Directory}/{group}");
            var monitor = there ? thread.MonitorGroup ?? string.Empty : string.Empty;
            Note(
                problems,
                ProcessLevers.SetCacheGroup(root, original.ProcessId, threadId, there ? group : string.Empty, monitor)
            );
        }
    }

    private void TakeBack(HandedFile file)
    {
        var tree = MachineTree.Of(root);
        var error = tree.ReadOwner(file.Path, out _) == 0 ? tree.ChangeOwner(file.Path, file.Owner) : 0;
        if (error == 0)
            _ = journal.AddTakenBack(file.Path);
        else
            log($"{file.Path} cannot be given back to its owner: {Errno.Describe(error)}");
    }

    private void RemoveGroup(string directory)
    {
        var error = GroupRemover.Remove(root, directory);
        if (error == 0)
            _ = journal.AddRemovedGroup(directory);
        else
            log($"the group {directory} cannot be removed: {Errno.Describe(error)}");
    }

    // Another program may have made groups below meanwhile and rely on the controller: then it stays.
    private void RevertController(string entry)
    {
        var (directory, name) = (Path.GetDirectoryName(entry) ?? entry, Path.GetFileName(entry));
        var error = 0;
        if (root.HasDirectory(directory) && root.DirectoryNames(directory).Length == 0)
            error = MachineTree.Of(root).Write(Path.Join(directory, "cgroup.subtree_control"), "-" + name);

        if (error == 0)
            _ = journal.AddRevertedController(directory, name);
        else
            log($"the controller {name} cannot be taken back in {directory}: {Errno.Describe(error)}");
    }

    private static void Note(List<string> problems, string? problem)
    {
        if (problem is not null)
            problems.Add(problem);
    }
}
