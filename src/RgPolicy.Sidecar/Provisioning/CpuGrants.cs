using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>
/// Makes a cpu cgroup for each pool of root's limits below the server's own group, and gives the user
/// their members and weights, and the members of the server's group, so that processes can return. Nothing above that
/// group is his: the kernel lets him move no process in from outside (v2), and only his own processes (v1).
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
        uint user,
        CgroupHierarchy? hierarchy,
        ImmutableSortedDictionary<int, string> before,
        List<string> problems
    )
    {
        var made = ImmutableSortedDictionary.CreateBuilder<int, string>();
        if (hierarchy is null)
        {
            problems.Add(
                "cpu: no group of the server with the cpu controller is visible: provision again once it runs"
            );
            return made.ToImmutable();
        }

        if (hierarchy.Path == "/")
        {
            problems.Add(
                "cpu: the server is in the root cgroup, which is never handed over: start it in a group of its own, "
                    + "such as a unit's"
            );
            return made.ToImmutable();
        }

        // Before anything is made there, and again with the hand-over.
        if (Handover.Refuse(_root, hierarchy, user) is { } stranger)
        {
            Handover.TakeBack(_root, _journal, hierarchy);
            problems.Add($"cpu: {stranger}");
            return made.ToImmutable();
        }

        foreach (var pool in _limits.Pools ?? [])
        {
            var problem = Prepare(
                hierarchy,
                pool.Number,
                user,
                before.GetValueOrDefault(pool.Number),
                out var directory
            );
            if (problem.Length > 0)
                problems.Add($"cpu: pool {pool.Number}: {problem}");

            if (directory is not null)
                made[pool.Number] = directory;
        }

        if (made.Count > 0 && Handover.OfServer(_root, _journal, hierarchy, user) is { } failure)
        {
            problems.Add($"cpu: {failure}");
            made.Clear();
        }

        return made.ToImmutable();
    }

    private string Prepare(CgroupHierarchy hierarchy, int pool, uint user, string? kept, out string? directory)
    {
        // Its CPUs stay root's, so that the kernel holds the user to them.
        var wish = new CpuPool(pool, GroupName.ProvisionedCandidates(pool))
        {
            Kept = new[] { kept }
                .OfType<string>()
                .Where(k => _journal.Content.Groups.Contains(k, StringComparer.Ordinal)),
            Cores = _limits.Of(pool)?.AllowedCores,
        };
        directory = _groups.Make(hierarchy, wish, out var problem)?.Directory;
        if (directory is null)
            return problem;

        var files = Handover.Members(hierarchy.Version).Append(CpuGroups.Weight(hierarchy.Version, 1).File);
        if (Handover.OfPool(_tree, directory, files, user) is not { } failure)
            return problem;

        _groups.Remove(directory);
        directory = null;
        return failure;
    }
}
