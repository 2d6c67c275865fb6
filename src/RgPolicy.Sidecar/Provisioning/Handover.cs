using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>Gives files of groups to the server's user.</summary>
internal static class Handover
{
    /// <summary>The files of a group's members.</summary>
    internal static string[] Members(int version) => version == 1 ? ["cgroup.procs", "tasks"] : ["cgroup.procs", "cgroup.threads"];

    /// <summary>Gives files of a group of ours; returns which one could not be given and why, or null.</summary>
    internal static string? OfPool(IKernelTree tree, string directory, IEnumerable<string> files, uint user)
    {
        foreach (var file in files)
        {
            var error = tree.ChangeOwner(Path.Join(directory, file), user);
            if (error != 0)
            {
                return $"{file} cannot be handed over: {KernelMessage.Of(error)}";
            }
        }

        return null;
    }

    /// <summary>Gives the members of the server's own group, noted first, so that processes can return; what went wrong, or null.</summary>
    internal static string? OfServer(IKernelTree tree, JournalFile journal, CgroupHierarchy hierarchy, uint user)
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
            {
                return $"{hierarchy.Directory} cannot be handed over: {KernelMessage.Of(error)}";
            }
        }

        return null;
    }
}
