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
    private const TouchedLevers All = TouchedLevers.Cgroup | TouchedLevers.Affinity | TouchedLevers.IoPriority | TouchedLevers.Cache | TouchedLevers.Reads;

    /// <summary>Notes them as if they had had what the main process has, and their groups; returns how many there are.</summary>
    internal static int Note(FileRoot root, JournalFile journal, Postmaster? postmaster)
    {
        if (postmaster is not { } server || ProcessStat.Read(root, server.ProcessId) is not { HasEnded: false } main)
        {
            return 0;
        }

        var home = CgroupHierarchy.Find(root, server.ProcessId);
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
                NoteGroup(journal, CgroupHierarchy.Find(root, child));
                NoteGroup(journal, CgroupHierarchy.FindReads(root, child));
            }
        }

        NoteEmpty(root, journal, home);
        return journal.AddProcesses(strays) == 0 ? strays.Count : 0;
    }

    // In a group that is the server's own nobody else makes groups of ours; elsewhere it is for reset to tell whose they are.
    private static void NoteEmpty(FileRoot root, JournalFile journal, CgroupHierarchy? home)
    {
        if (home is not { Path: not "/" })
        {
            return;
        }

        foreach (var name in root.DirectoryNames(home.Directory))
        {
            var directory = Path.Join(home.Directory, name);
            if (!GroupRemover.Members(root, directory).Any())
            {
                NoteGroup(journal, home with { Directory = directory });
            }
        }
    }

    private static void NoteGroup(JournalFile journal, CgroupHierarchy? hierarchy)
    {
        if (hierarchy?.Directory is { } group && GroupName.IsOurs(Path.GetFileName(group)) && !journal.Content.Groups.Contains(group, StringComparer.Ordinal))
        {
            _ = journal.AddGroup(group);
        }
    }

    private static bool IsInPool(FileRoot root, int processId, int cgroupVersion)
    {
        var group = Path.GetFileName(CgroupHierarchy.PathOf(root, cgroupVersion, processId) ?? string.Empty);
        var cache = Path.GetFileName(CacheMembership.Read(root, processId, processId).Control ?? string.Empty);
        var reads = Path.GetFileName(CgroupHierarchy.ReadPathOf(root, processId) ?? string.Empty);
        return IsPool(group) || IsPool(cache) || IsPool(reads);
    }

    private static bool IsPool(string name) =>
        GroupName.IsOurs(name) || (GroupName.IsProvisioned(name) && !GroupName.ProvisionedCandidates(0).Contains(name, StringComparer.Ordinal));
}
