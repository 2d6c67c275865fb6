using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Moving;

/// <summary>
/// Tells which processes are in their pools by the kernel, and sets again what another program changed of them: a few
/// are looked at each time, so that many cost no more.
/// </summary>
internal sealed class MemberWatch(FileRoot root, JournalFile journal, PoolTable pools, PoolApplier applier)
{
    private const int MostLooks = 16;
    private int _next;

    /// <summary>Looks at the next few and returns how many were not as they were left.</summary>
    /// <param name="members">All processes in pools, always in the same order.</param>
    /// <param name="cgroupVersion">Version of the hierarchy with the cpu controller; 0 without one.</param>
    /// <param name="withCache">Whether resctrl is mounted.</param>
    internal int Repair(IReadOnlyList<MovedProcess> members, int cgroupVersion, bool withCache)
    {
        var repaired = 0;
        var looks = Math.Min(MostLooks, members.Count);
        for (var i = 0; i < looks; i++)
            repaired += Repair(members[(_next + i) % members.Count], cgroupVersion, withCache) ? 1 : 0;

        _next = looks == 0 ? 0 : (_next + looks) % members.Count;
        return repaired;
    }

    /// <summary>The processes that have nothing of their pool now: they are not listed in its group, or this has another
    /// weight than it was given. Each group is read once, however many are in it.</summary>
    /// <param name="members">All processes in pools.</param>
    internal IReadOnlyList<int> Displaced(IEnumerable<MovedProcess> members)
    {
        var inPool = new Dictionary<int, HashSet<int>?>();
        var displaced = new List<int>();
        foreach (var member in members)
        {
            if (!inPool.TryGetValue(member.Pool, out var listed))
            {
                listed = ReadMembers(pools.Find(member.Pool));
                inPool.Add(member.Pool, listed);
            }

            if (listed?.Contains(member.Id) == false)
                displaced.Add(member.Id);
        }

        return displaced;
    }

    // Null where no group is to list them: a pool of CPUs alone, or one that lets them go while there is nothing to
    // protect. In the cache nothing is let go meanwhile.
    private HashSet<int>? ReadMembers(ActivePool? pool) =>
        pool switch
        {
            null => [],
            { IsRelaxed: false, Cpu: { } cpu } => pools.HasItsWeight(pool)
                ? Numbers(Path.Join(cpu.Directory, ProcessLevers.ThreadsFile(cpu.Version)))
                : [],
            { Cache: { } cache } => Numbers(Path.Join(cache.Directory, "tasks")),
            _ => PoolApplier.LeversOf(pool) == TouchedLevers.None && PoolApplier.Asks(pool.Spec) ? [] : null,
        };

    private HashSet<int> Numbers(string file) =>
        [
            .. root.ReadLines(file)
                .Select(line =>
                    int.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0
                ),
        ];

    private bool Repair(MovedProcess member, int cgroupVersion, bool withCache)
    {
        using var pinned = PinnedProcess.Open(root, member.Id, out var stat);
        if (
            pinned is null
            || stat.StartTime != member.StartTime
            || pools.Find(member.Pool)?.For(member.MayWaitForReads) is not { } pool
            || journal.Content.Find(member.Id, member.StartTime) is not { } original
            || ProcessLevers.Read(root, stat, cgroupVersion, withCache) is not { } before
        )
            return false;

        _ = applier.Apply(original, pool, out _);
        return ProcessLevers.Read(root, stat, cgroupVersion, withCache) is { } after
            && (
                after.CgroupPath != before.CgroupPath
                || after.ReadPath != before.ReadPath
                || !after.Threads.SequenceEqual(before.Threads)
            );
    }
}

/// <summary>A process in a pool. A reference type: collections of such share their code, which keeps
/// the program small.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Pool">The pool.</param>
/// <param name="StartTime">When it started: with the number that names it for good.</param>
/// <param name="MayWaitForReads">Whether the pool's limit of reads is for it.</param>
internal sealed record MovedProcess(int Id, int Pool, ulong StartTime, bool MayWaitForReads);
