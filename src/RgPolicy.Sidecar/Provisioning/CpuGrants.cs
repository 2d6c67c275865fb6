using System.Collections.Immutable;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>
/// Makes a cpu cgroup for each pool of root's limits below the server's own group, and gives the user their members and weights,
/// and the members of the server's group, so that processes can return. Nothing above that group is his: the kernel lets
/// him move nobody in from outside (v2), and only his own processes (v1).
/// </summary>
internal sealed class CpuGrants
{
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly Limits _limits;
    private readonly IKernelTree _tree;
    private readonly CpuGroups _groups;

    internal CpuGrants(FileRoot root, JournalFile journal, Limits limits)
    {
        _root = root;
        _journal = journal;
        _limits = limits;
        _tree = MachineTree.Of(root);
        _groups = new CpuGroups(root, journal);
    }

    /// <summary>The groups by pool, those of an earlier call kept where the server still is.</summary>
    /// <param name="user">Who gets them.</param>
    /// <param name="hierarchy">Where the server is; null when it does not run.</param>
    /// <param name="before">What he had.</param>
    /// <param name="problems">What could not be had.</param>
    internal ImmutableSortedDictionary<int, string> Make(
        uint user, CgroupHierarchy? hierarchy, ImmutableSortedDictionary<int, string> before, List<string> problems)
    {
        var made = ImmutableSortedDictionary.CreateBuilder<int, string>();
        if (hierarchy is null)
        {
            problems.Add("cpu: the server does not run, or no hierarchy with the cpu controller is visible: provision again once it runs");
            return made.ToImmutable();
        }

        if (hierarchy.Path == "/")
        {
            problems.Add("cpu: the server is in the root cgroup, which is handed to nobody: start it in a group of its own, such as a unit's");
            return made.ToImmutable();
        }

        foreach (var pool in _limits.Pools ?? [])
        {
            var problem = Prepare(hierarchy, pool.Number, user, before.GetValueOrDefault(pool.Number), out var directory);
            if (problem.Length > 0)
            {
                problems.Add($"cpu: pool {pool.Number}: {problem}");
            }

            if (directory is not null)
            {
                made[pool.Number] = directory;
            }
        }

        var error = made.Count == 0 ? 0 : HandParent(_tree, _journal, hierarchy, user);
        if (error != 0)
        {
            problems.Add($"cpu: {hierarchy.Directory} cannot be handed over: {KernelMessage.Of(error)}");
        }

        return made.ToImmutable();
    }

    private string Prepare(CgroupHierarchy hierarchy, int pool, uint user, string? kept, out string? directory)
    {
        // Its CPUs stay root's, so that the kernel holds the user to them.
        var wish = new CpuPool(pool, GroupName.ProvisionedCandidates(pool)) { Kept = new[] { kept }.OfType<string>().Where(k => _journal.Content.Groups.Contains(k, StringComparer.Ordinal)), Cores = _limits.Of(pool)?.AllowedCores };
        directory = _groups.Make(hierarchy, wish, out var problem)?.Directory;
        if (directory is null)
        {
            return problem;
        }

        foreach (var file in Members(hierarchy.Version).Append(CpuGroups.Weight(hierarchy.Version, 1).File))
        {
            var error = _tree.ChangeOwner(Path.Join(directory, file), user);
            if (error != 0)
            {
                _groups.Remove(directory);
                directory = null;
                return $"{file} cannot be handed over: {KernelMessage.Of(error)}";
            }
        }

        return problem;
    }

    /// <summary>Gives the user the members of the server's own group, noted first; returns 0, or the error number.</summary>
    internal static int HandParent(IKernelTree tree, JournalFile journal, CgroupHierarchy hierarchy, uint user)
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
                return error;
            }
        }

        return 0;
    }

    /// <summary>The files of a group's members.</summary>
    internal static string[] Members(int version) => version == 1 ? ["cgroup.procs", "tasks"] : ["cgroup.procs", "cgroup.threads"];
}
