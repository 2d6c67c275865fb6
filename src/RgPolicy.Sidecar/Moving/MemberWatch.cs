using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Moving;

/// <summary>Sets again what another program changed of processes in pools; a few are looked at each time, so that many
/// cost no more.</summary>
internal sealed class MemberWatch
{
    private const int MostLooks = 16;
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly PoolTable _pools;
    private readonly PoolApplier _applier;
    private int _next;

    internal MemberWatch(FileRoot root, JournalFile journal, PoolTable pools, PoolApplier applier)
    {
        _root = root;
        _journal = journal;
        _pools = pools;
        _applier = applier;
    }

    /// <summary>Looks at the next few and returns how many were not as they were left.</summary>
    /// <param name="members">All processes in pools, always in the same order.</param>
    /// <param name="cgroupVersion">Version of the hierarchy with the cpu controller; 0 without one.</param>
    /// <param name="withCache">Whether resctrl is mounted.</param>
    internal int Repair(IReadOnlyList<MovedProcess> members, int cgroupVersion, bool withCache)
    {
        var repaired = 0;
        var looks = Math.Min(MostLooks, members.Count);
        for (var i = 0; i < looks; i++)
        {
            repaired += Repair(members[(_next + i) % members.Count], cgroupVersion, withCache) ? 1 : 0;
        }

        _next = looks == 0 ? 0 : (_next + looks) % members.Count;
        return repaired;
    }

    private bool Repair(MovedProcess member, int cgroupVersion, bool withCache)
    {
        using var pinned = PinnedProcess.Open(_root, member.Id, out var stat);
        if (
            pinned is null
            || stat.StartTime != member.StartTime
            || _pools.Find(member.Pool)?.For(member.MayWaitForReads) is not { } pool
            || _journal.Content.Find(member.Id, member.StartTime) is not { } original
            || ProcessLevers.Read(_root, stat, cgroupVersion, withCache) is not { } before
        )
        {
            return false;
        }

        _ = _applier.Apply(original, pool, out _);
        return ProcessLevers.Read(_root, stat, cgroupVersion, withCache) is { } after
            && (
                after.CgroupPath != before.CgroupPath
                || after.ReadPath != before.ReadPath
                || !after.Threads.SequenceEqual(before.Threads)
            );
    }
}
