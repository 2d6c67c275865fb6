using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>
/// Finds processes of the server that are in pools of ours though the journal does not name them: the journal is
/// damaged, or gone. A pool that a running sidecar uses is left alone.
/// </summary>
internal static class StrayFinder
{
    private const TouchedLevers All =
        TouchedLevers.Cgroup
        | TouchedLevers.Affinity
        | TouchedLevers.IoPriority
        | TouchedLevers.Cache
        | TouchedLevers.Reads;

    /// <summary>Notes them as if they had had what the main process has, and their groups; returns how
    /// many there are.</summary>
    internal static int Note(FileRoot root, JournalFile journal, Postmaster? postmaster)
    {
        if (postmaster is not { } server || ProcessStat.Read(root, server.ProcessId) is not { HasEnded: false } main)
            return 0;

        var home = CgroupHierarchy.Find(root, server.ProcessId);
        var usesCache = root.HasDirectory(ResctrlFacts.Directory + "/info");
        if (ProcessLevers.Read(root, main, home?.Version ?? 0, usesCache) is not { } read)
            return 0;

        var wide = OwnGroups.Outside(read);

        var strays = new List<ProcessOriginal>();
        var candidates = new ChildrenList(root).FindNew(server.ProcessId);
        foreach (var child in candidates.Concat(ThreadGroup.Others(root, server.ProcessId)))
        {
            if (
                ProcessUser.Read(root, child) == server.UserId
                && ProcessStat.Read(root, child) is { } stray
                && journal.Content.Find(child, stray.StartTime) is null
                && IsInPool(root, child, wide.CgroupVersion)
                && !IsRunningSidecars(root, child)
            )
            {
                strays.Add(
                    wide with
                    {
                        ProcessId = child,
                        StartTime = stray.StartTime,
                        Touched = All,
                        Threads = [wide.Threads[0]],
                    }
                );
                NoteGroup(journal, CgroupHierarchy.Find(root, child));
                NoteGroup(journal, CgroupHierarchy.FindReads(root, child));
            }
        }

        NoteEmpty(root, journal, home);
        return journal.AddProcesses(strays) == 0 ? strays.Count : 0;
    }

    // In the server's own group no other sidecar makes groups; elsewhere reset has to tell to which they belong.
    private static void NoteEmpty(FileRoot root, JournalFile journal, CgroupHierarchy? home)
    {
        if (home is not { Path: not "/" })
            return;

        foreach (var name in root.DirectoryNames(home.Directory))
        {
            var directory = Path.Join(home.Directory, name);
            if (!GroupRemover.Members(root, directory).Any() && !GroupHolds.IsHeld(MachineTree.Of(root), directory))
                NoteGroup(journal, home with { Directory = directory });
        }
    }

    private static bool IsRunningSidecars(FileRoot root, int child) =>
        new[]
        {
            CgroupHierarchy.Find(root, child)?.Directory,
            CgroupHierarchy.FindReads(root, child)?.Directory,
            CacheDirectoryOf(root, child),
        }
            .OfType<string>()
            .Any(d => OwnGroups.IsPool(Path.GetFileName(d)) && GroupHolds.IsHeld(MachineTree.Of(root), d));

    private static string? CacheDirectoryOf(FileRoot root, int child) =>
        CacheMembership.Read(root, child, child).Control is { Length: > 0 } name
            ? $"{ResctrlFacts.Directory}/{name}"
            : null;

    private static void NoteGroup(JournalFile journal, CgroupHierarchy? hierarchy)
    {
        if (
            hierarchy?.Directory is { } group
            && GroupName.IsOurs(Path.GetFileName(group))
            && !journal.Content.Groups.Contains(group, StringComparer.Ordinal)
        )
            _ = journal.AddGroup(group);
    }

    private static bool IsInPool(FileRoot root, int processId, int cgroupVersion)
    {
        var group = Path.GetFileName(CgroupHierarchy.PathOf(root, cgroupVersion, processId) ?? string.Empty);
        var cache = Path.GetFileName(CacheMembership.Read(root, processId, processId).Control ?? string.Empty);
        var reads = Path.GetFileName(CgroupHierarchy.ReadPathOf(root, processId) ?? string.Empty);
        return OwnGroups.IsPool(group) || OwnGroups.IsPool(cache) || OwnGroups.IsPool(reads);
    }
}
