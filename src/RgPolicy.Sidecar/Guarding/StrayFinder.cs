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

        var strays = new ChildrenList(root).FindNew(server.ProcessId)
            .Where(child => ProcessUser.Read(root, child) == server.UserId)
            .Select(child => ProcessStat.Read(root, child)).OfType<ProcessStat>()
            .Where(child => journal.Content.Find(child.ProcessId, child.StartTime) is null && IsInPool(root, child.ProcessId, wide.CgroupVersion))
            .ToArray();
        foreach (var group in strays.Select(stray => CpuHierarchy.Find(root, stray.ProcessId)?.Directory).OfType<string>().Distinct(StringComparer.Ordinal))
        {
            _ = GroupName.IsOurs(Path.GetFileName(group)) ? journal.AddGroup(group) : 0;
        }

        var error = journal.AddProcesses(
            [.. strays.Select(stray => wide with { ProcessId = stray.ProcessId, StartTime = stray.StartTime, Touched = All })]);
        return error == 0 ? strays.Length : 0;
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
