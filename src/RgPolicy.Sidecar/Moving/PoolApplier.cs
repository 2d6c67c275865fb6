using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>Writes a pool's settings to one process: what an earlier pool changed and this one leaves
/// alone is given back.</summary>
internal sealed class PoolApplier
{
    // Best effort, lowest priority (ioprio_set(2)): the idle class would starve holders of locks.
    private const int LowestBestEffort = (2 << 13) | 7;
    private readonly FileRoot _root;

    internal PoolApplier(FileRoot root) => _root = root;

    /// <summary>The levers that a pool really has here.</summary>
    internal static TouchedLevers LeversOf(ActivePool pool) =>
        (pool.Cpu is null ? TouchedLevers.None : TouchedLevers.Cgroup)
        | (pool is { Cores: null, Cpu: not { HasCpuSet: true } } ? TouchedLevers.None : TouchedLevers.Affinity)
        | (pool.LowIoPriority ? TouchedLevers.IoPriority : TouchedLevers.None)
        | (pool.Reads is null ? TouchedLevers.None : TouchedLevers.Reads)
        | (pool.Cache is null ? TouchedLevers.None : TouchedLevers.Cache);

    /// <summary>What a process had, with a pool's levers as touched: those only that could be given back too.</summary>
    internal static ProcessOriginal WithLevers(FileRoot root, ProcessOriginal original, ActivePool pool)
    {
        var levers = LeversOf(pool);
        var isReturnable =
            !levers.HasFlag(TouchedLevers.Cache)
            || original.Touched.HasFlag(TouchedLevers.Cache)
            || original.Threads.All(t => CacheHome.CanReturnTo(root, t.CacheGroup));
        return original with { Touched = original.Touched | (isReturnable ? levers : levers & ~TouchedLevers.Cache) };
    }

    /// <summary>Whether a pool asks for anything at all.</summary>
    internal static bool Asks(PoolSpec spec) =>
        spec.CpuShare is not null
        || spec.Cores is not null
        || spec.LowIoPriority
        || spec.WayCount is not null
        || spec.MemoryBandwidthPercent is not null
        || spec.ReadBytesPerSecond is not null
        || spec.ReadsPerSecond is not null;

    /// <summary>Writes and reads back; returns each problem, and through <paramref name="done"/> the
    /// levers that are right.</summary>
    internal List<string> Apply(ProcessOriginal original, ActivePool pool, out TouchedLevers done)
    {
        var problems = new List<string>();
        done = TouchedLevers.None;
        if (original.Touched.HasFlag(TouchedLevers.Cgroup))
            done |= Note(problems, ApplyCgroup(original, pool), TouchedLevers.Cgroup);

        if (original is { ReadPath: { } path } && original.Touched.HasFlag(TouchedLevers.Reads))
        {
            var (to, directory) = pool.Reads is { } group
                ? (group.Path, group.Directory)
                : (path, CgroupHierarchy.ReadDirectoryOf(_root, path));
            done |= Note(
                problems,
                ProcessLevers.SetReadGroup(_root, to, directory, original.ProcessId),
                TouchedLevers.Reads
            );
        }

        if (LeversOf(pool).HasFlag(TouchedLevers.Cache) && !original.Touched.HasFlag(TouchedLevers.Cache))
        {
            problems.Add(
                $"cache: it is in the resctrl group {original.Threads[0].CacheGroup} of another manager, to which "
                    + "only root could return it"
            );
        }

        var before = problems.Count;
        foreach (var thread in ProcessLevers.Threads(_root, original.ProcessId))
            ApplyToThread(original, pool, thread, problems);

        if (problems.Count == before)
            done |= original.Touched & ~(TouchedLevers.Cgroup | TouchedLevers.Reads);

        return problems;
    }

    private string? ApplyCgroup(ProcessOriginal original, ActivePool pool)
    {
        if (pool is { Cpu: { } group, IsRelaxed: false })
            return ProcessLevers.SetCgroup(_root, group.Version, group.Path, group.Directory, original.ProcessId);

        var directory = CgroupHierarchy.DirectoryOf(_root, original.CgroupVersion, original.CgroupPath);
        return ProcessLevers.SetCgroup(
            _root,
            original.CgroupVersion,
            original.CgroupPath,
            directory,
            original.ProcessId
        );
    }

    private void ApplyToThread(ProcessOriginal original, ActivePool pool, int threadId, List<string> problems)
    {
        var thread = original.Threads.FirstOrDefault(t => t.ThreadId == threadId) ?? original.Threads[0];
        if (original.Touched.HasFlag(TouchedLevers.Affinity))
            Note(problems, ApplyAffinity(thread, pool, threadId), TouchedLevers.Affinity);

        if (original.Touched.HasFlag(TouchedLevers.IoPriority))
        {
            var priority = pool.LowIoPriority ? LowestBestEffort : thread.IoPriority;
            Note(problems, ProcessLevers.SetIoPriority(threadId, priority), TouchedLevers.IoPriority);
        }

        if (original.Touched.HasFlag(TouchedLevers.Cache))
        {
            var group = pool.Cache?.Name ?? thread.CacheGroup ?? string.Empty;
            var monitor = pool.Cache?.Monitor ?? thread.MonitorGroup ?? string.Empty;
            Note(
                problems,
                ProcessLevers.SetCacheGroup(_root, original.ProcessId, threadId, group, monitor),
                TouchedLevers.Cache
            );
        }
    }

    private static string? ApplyAffinity(ThreadOriginal thread, ActivePool pool, int threadId)
    {
        var original = CpuList.Parse(thread.Cpus) ?? [];
        if (pool.Cores is not { } cores)
            return ProcessLevers.SetAffinity(threadId, original);

        var both = original.Where(c => cores.Contains(c)).ToImmutableArray();
        return both.Length == 0
            ? $"affinity: none of the CPUs {CpuList.Format(cores)} is among the process's own, {thread.Cpus}"
            : ProcessLevers.SetAffinity(threadId, both);
    }

    private static TouchedLevers Note(List<string> problems, string? problem, TouchedLevers lever)
    {
        if (problem is null)
            return lever;

        problems.Add(problem);
        return TouchedLevers.None;
    }
}
