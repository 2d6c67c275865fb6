using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Writes one process's settings and reads each back. Every method returns null, or what went wrong.</summary>
internal static class ProcessLevers
{
    /// <summary>What a process has now, thread by thread; null when it is gone.</summary>
    internal static ProcessOriginal? Read(FileRoot root, ProcessStat stat, int cgroupVersion, bool withCache)
    {
        var path = cgroupVersion == 0 ? null : CgroupHierarchy.PathOf(root, cgroupVersion, stat.ProcessId);
        var threads = ImmutableArray.CreateBuilder<ThreadOriginal>();
        foreach (var thread in Threads(root, stat.ProcessId))
        {
            if (ReadThread(root, stat.ProcessId, thread, withCache) is { } original)
                threads.Add(original);
        }

        return threads.Count == 0
            ? null
            : new ProcessOriginal
            {
                ProcessId = stat.ProcessId,
                StartTime = stat.StartTime,
                Touched = TouchedLevers.None,
                CgroupVersion = path is null ? 0 : cgroupVersion,
                CgroupPath = path ?? string.Empty,
                ReadPath = CgroupHierarchy.ReadPathOf(root, stat.ProcessId),
                Threads = threads.ToImmutable(),
            };
    }

    /// <summary>A process's threads, the main one first; a thread that is governed by itself has none but
    /// itself.</summary>
    internal static ImmutableArray<int> Threads(FileRoot root, int processId)
    {
        var names = root.DirectoryNames(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task"));
        var ids = names.Select(n =>
            int.TryParse(n, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0
        );
        int[] found = [.. ids.Where(id => id > 0).OrderBy(id => id == processId ? 0 : id)];
        return found.Length > 1 && ThreadGroup.IsThread(root, processId) ? [processId] : [.. found];
    }

    internal static string? SetCgroup(FileRoot root, int version, string path, string? directory, int processId)
    {
        var now = CgroupHierarchy.PathOf(root, version, processId);
        var file = now == path || !ThreadGroup.IsThread(root, processId) ? "cgroup.procs" : ThreadsFile(version);
        return Join(root, () => CgroupHierarchy.PathOf(root, version, processId), path, directory, file, processId);
    }

    /// <summary>The same in the hierarchy that limits reads, which is never for single threads: a thread that waits
    /// there may hold what all others need.</summary>
    internal static string? SetReadGroup(FileRoot root, string path, string? directory, int processId) =>
        ThreadGroup.IsThread(root, processId)
            ? null
            : Join(root, () => CgroupHierarchy.ReadPathOf(root, processId), path, directory, "cgroup.procs", processId);

    /// <summary>Where a group takes single threads: written to the other file, a thread brings its whole
    /// process.</summary>
    internal static string ThreadsFile(int version) => version == 1 ? "tasks" : "cgroup.threads";

    private static string? Join(
        FileRoot root,
        Func<string?> now,
        string path,
        string? directory,
        string file,
        int processId
    )
    {
        if (now() == path)
            return null;

        if (directory is null)
            return $"the cgroup {path} is not visible here";

        var id = string.Create(CultureInfo.InvariantCulture, $"{processId}");
        var error = MachineTree.Of(root).Write($"{directory}/{file}", id);
        if (error != 0)
            return $"cgroup {path}: {Errno.Describe(error)}";

        var found = now();
        return found == path
            ? null
            : $"cgroup {path} was accepted and is not in force: {found ?? "the process is gone"}";
    }

    internal static string? SetAffinity(int threadId, ImmutableArray<int> cpus)
    {
        if (Scheduling.GetAffinity(threadId) is { } now && now.SequenceEqual(cpus))
            return null;

        var error = Scheduling.SetAffinity(threadId, cpus);
        if (error != 0)
            return $"affinity {CpuList.Format(cpus)}: {Errno.Describe(error)}";

        var found = Scheduling.GetAffinity(threadId) ?? [];
        return found.SequenceEqual(cpus)
            ? null
            : $"affinity {CpuList.Format(cpus)} was accepted and is not in force: {CpuList.Format(found)}";
    }

    internal static string? SetIoPriority(int threadId, int value)
    {
        if (Scheduling.GetIoPriority(threadId) == value)
            return null;

        var error = Scheduling.SetIoPriority(threadId, value);
        return error != 0 ? $"I/O priority: {Errno.Describe(error)}"
            : Scheduling.GetIoPriority(threadId) == value ? null
            : "I/O priority was accepted and is not in force";
    }

    internal static string? SetCacheGroup(FileRoot root, int processId, int threadId, string group, string monitor)
    {
        group = group.Length == 0 ? CacheHome.Name(root) ?? group : group;
        if (CacheMembership.Read(root, processId, threadId) == (group, monitor))
            return null;

        var control = group.Length == 0 ? ResctrlFacts.Directory : $"{ResctrlFacts.Directory}/{group}";
        var id = string.Create(CultureInfo.InvariantCulture, $"{threadId}");
        var error = MachineTree.Of(root).Write(control + "/tasks", id);
        if (error == 0 && monitor.Length > 0)
            error = MachineTree.Of(root).Write($"{control}/mon_groups/{monitor}/tasks", id);

        if (error != 0)
            return $"resctrl group {(group.Length == 0 ? "default" : group)}: {Errno.Describe(error)}";

        var (found, _) = CacheMembership.Read(root, processId, threadId);
        return found == group ? null : $"resctrl group {group} was accepted and is not in force";
    }

    private static ThreadOriginal? ReadThread(FileRoot root, int processId, int threadId, bool withCache)
    {
        if (Scheduling.GetAffinity(threadId) is not { } cpus || Scheduling.GetIoPriority(threadId) is not { } priority)
            return null;

        var (group, monitor) = withCache ? CacheMembership.Read(root, processId, threadId) : (null, null);
        return new ThreadOriginal(threadId, CpuList.Format(cpus), priority, group, monitor);
    }
}
