using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>
/// Root's part, done once and then gone: makes the groups that the limits name and hands them to the
/// server's user. Done again it keeps what is there, makes what is missing, and takes back what the
/// limits no longer name.
/// </summary>
internal sealed class Provisioner(FileRoot root, JournalFile journal, Limits limits)
{
    /// <summary>Makes and hands over.</summary>
    /// <param name="user">Who gets the groups: the server's user.</param>
    /// <param name="hierarchy">Where the server is; null when it does not run.</param>
    /// <param name="reads">Where it is in the hierarchy that limits reads; null without one.</param>
    /// <param name="before">What was handed over last time.</param>
    /// <param name="problems">What could not be had.</param>
    internal GrantedGroups Run(
        uint user,
        CgroupHierarchy? hierarchy,
        CgroupHierarchy? reads,
        GrantedGroups before,
        List<string> problems
    )
    {
        ForgetGone();
        var caches = new CacheGrants(root, journal, limits).Make(user, before.Caches, problems);
        var cpus = new CpuGrants(root, journal, limits).Make(user, hierarchy, before.Cpus, problems);
        var granted = new GrantedGroups(user, caches, cpus)
        {
            Reads = new ReadGrants(root, journal, limits).Make(user, reads, before.Reads, problems),
        };
        RemoveOthers(granted, problems);
        return granted;
    }

    private void RemoveOthers(GrantedGroups granted, List<string> problems)
    {
        var wanted = granted.Directories();
        foreach (
            var directory in journal.Content.Groups.Where(g => !wanted.Contains(g) && !IsControlOf(g, wanted)).ToArray()
        )
        {
            var error = GroupRemover.Remove(root, directory);
            _ = error == 0 ? journal.AddRemovedGroup(directory) : 0;
            if (error != 0)
                problems.Add($"{directory} cannot be removed: {Errno.Describe(error)}");
        }
    }

    // A service manager removes a unit's groups with the unit, resctrl's go with its mount.
    private void ForgetGone()
    {
        foreach (var directory in journal.Content.Groups.Where(g => !root.HasDirectory(g)).ToArray())
            _ = journal.AddRemovedGroup(directory);

        foreach (var file in journal.Content.Handed.Where(f => !root.HasFile(f.Path)).ToArray())
            _ = journal.AddTakenBack(file.Path);
    }

    private static bool IsControlOf(string directory, HashSet<string> wanted) =>
        Path.GetFileName(directory) == GroupName.Control
        && wanted.Any(cpu => Path.GetDirectoryName(cpu) == Path.GetDirectoryName(directory));
}
