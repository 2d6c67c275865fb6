using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Moving;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>
/// Finds processes of the server that are in pools of ours though the journal does not name them. Only for a damaged journal: otherwise
/// such a pool is another sidecar's.
/// </summary>
internal static class StrayFinder
{
    private const TouchedLevers All = TouchedLevers.Cgroup | TouchedLevers.Affinity | TouchedLevers.IoPriority | TouchedLevers.Cache;

    /// <summary>Notes them as if they had had what the main process has, and their groups; returns how many there are.</summary>
    internal static int Note(FileRoot root, JournalFile journal, Postmaster? postmaster)
    {
        if (postmaster is not { } server || ProcessStat.Read(root, server.ProcessId) is not { HasEnded: false } main)
        {
            return 0;
        }

        var home = CpuHierarchy.Find(root, server.ProcessId);
        var usesCache = root.HasDirectory(ResctrlFacts.Directory + "/info");
        if (ProcessLevers.Read(root, main, home?.Version ?? 0, usesCache) is not { } wide)
        {
            return 0;
        }

        var strays = new List<ProcessOriginal>();
        foreach (var child in new ChildrenList(root).FindNew(server.ProcessId))
        {
            if (ProcessUser.Read(root, child) == server.UserId && ProcessStat.Read(root, child) is { } stray
                && journal.Content.Find(child, stray.StartTime) is null && IsInPool(root, child, wide.CgroupVersion))
            {
                strays.Add(wide with { ProcessId = child, StartTime = stray.StartTime, Touched = All });
                NoteGroup(root, journal, child);
            }
        }

        return journal.AddProcesses(strays) == 0 ? strays.Count : 0;
    }

    private static void NoteGroup(FileRoot root, JournalFile journal, int processId)
    {
        var group = CpuHierarchy.Find(root, processId)?.Directory;
        if (group is not null && GroupName.IsOurs(Path.GetFileName(group)) && !journal.Content.Groups.Contains(group, StringComparer.Ordinal))
        {
            _ = journal.AddGroup(group);
        }
    }

    private static bool IsInPool(FileRoot root, int processId, int cgroupVersion)
    {
        var group = Path.GetFileName(CpuHierarchy.PathOf(root, cgroupVersion, processId) ?? string.Empty);
        var cache = Path.GetFileName(CacheMembership.Read(root, processId, processId).Control ?? string.Empty);
        return IsPool(group) || IsPool(cache);
    }

    private static bool IsPool(string name) =>
        GroupName.IsOurs(name) || (GroupName.IsProvisioned(name) && !GroupName.ProvisionedCandidates(0).Contains(name, StringComparer.Ordinal));
}
