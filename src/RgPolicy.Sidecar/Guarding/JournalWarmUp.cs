using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>
/// Restores this very process once from a journal of its own, which changes nothing: the code is then
/// compiled before it is needed in a hurry on a machine that may have no CPU to spare.
/// </summary>
internal static class JournalWarmUp
{
    /// <summary>Goes through it; whatever happens is of no consequence.</summary>
    internal static void Run(FileRoot root, string stateDirectory, string half)
    {
        var path = Path.Join(stateDirectory, "warm-up-" + half);
        var version = CgroupHierarchy.Find(root, Environment.ProcessId)?.Version ?? 0;
        using var journal = JournalFile.OpenNamed(root, path, out _);
        if (
            journal is not null
            && ProcessStat.Read(root, Environment.ProcessId) is { } stat
            && ProcessLevers.Read(root, stat, version, withCache: false) is { } own
        )
        {
            const TouchedLevers Compared =
                TouchedLevers.Cgroup | TouchedLevers.Affinity | TouchedLevers.IoPriority | TouchedLevers.Reads;
            _ = journal.AddProcesses([own with { Touched = Compared }]);
            _ = journal.AddGroup(Path.Join(stateDirectory, "rgp_1"));
            journal.Reload();
            _ = new Restorer(root, journal, static _ => { }).RestoreAll();
        }

        File.Delete(path);
    }
}
