using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>Gives files of groups to the server's user.</summary>
internal static class Handover
{
    /// <summary>The files of a group's members.</summary>
    internal static string[] Members(int version) =>
        version == 1 ? ["cgroup.procs", "tasks"] : ["cgroup.procs", "cgroup.threads"];

    /// <summary>Gives files of a group of ours; returns which one could not be given and why, or null.</summary>
    internal static string? OfPool(IKernelTree tree, string directory, IEnumerable<string> files, uint user)
    {
        foreach (var file in files)
        {
            var error = tree.ChangeOwner(Path.Join(directory, file), user);
            if (error != 0)
                return $"{file} cannot be handed over: {KernelMessage.Of(error)}";
        }

        return null;
    }

    /// <summary>Why a group may not be handed to a user: another user's process is in it; null when none is.</summary>
    internal static string? Refuse(FileRoot root, CgroupHierarchy hierarchy, uint user) =>
        GroupTenants.FindStranger(root, hierarchy, user) is not { } stranger
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{stranger}: a group is handed over only when all its processes are user {user}'s, so nothing of it "
                    + $"is; start the server in a group of its own (a unit's), or end that process, "
                    + $"and provision again"
            );

    /// <summary>
    /// Gives the members of the server's own group, noted first, so that processes can return; what went wrong, or
    /// null. A process that came in since the first look is seen by a second one afterwards: then it is taken back.
    /// </summary>
    internal static string? OfServer(FileRoot root, JournalFile journal, CgroupHierarchy hierarchy, uint user)
    {
        var problem =
            Refuse(root, hierarchy, user)
            ?? Give(MachineTree.Of(root), journal, hierarchy, user)
            ?? Refuse(root, hierarchy, user);
        if (problem is not null)
            TakeBack(root, journal, hierarchy);

        return problem;
    }

    /// <summary>Gives the members of the server's group back to whose they were.</summary>
    internal static void TakeBack(FileRoot root, JournalFile journal, CgroupHierarchy hierarchy)
    {
        var tree = MachineTree.Of(root);
        foreach (
            var file in journal
                .Content.Handed.Where(f => Path.GetDirectoryName(f.Path) == hierarchy.Directory)
                .ToArray()
        )
            _ = tree.ChangeOwner(file.Path, file.Owner) == 0 ? journal.AddTakenBack(file.Path) : 0;
    }

    private static string? Give(IKernelTree tree, JournalFile journal, CgroupHierarchy hierarchy, uint user)
    {
        foreach (var file in Members(hierarchy.Version))
        {
            var path = Path.Join(hierarchy.Directory, file);
            var error = tree.ReadOwner(path, out var owner);
            if (error == 0 && owner != user)
            {
                error = journal.AddHanded(new HandedFile(path, owner));
                error = error == 0 ? tree.ChangeOwner(path, user) : error;
            }

            if (error != 0)
                return $"{hierarchy.Directory} cannot be handed over: {KernelMessage.Of(error)}";
        }

        return null;
    }
}
