using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>
/// Makes a blkio group for each pool of root's limits below the server's own, and gives the user their members and
/// limits of reads, and the members of the server's group. In this version of cgroups the kernel lets the user move its
/// own processes only.
/// </summary>
internal sealed class ReadGrants
{
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly Limits _limits;
    private readonly IKernelTree _tree;

    internal ReadGrants(FileRoot root, JournalFile journal, Limits limits)
    {
        _root = root;
        _journal = journal;
        _limits = limits;
        _tree = MachineTree.Of(root);
    }

    /// <summary>The groups by pool, those of an earlier call kept where the server still is; none at the root, which is
    /// never handed over.</summary>
    /// <param name="user">Who gets them.</param>
    /// <param name="hierarchy">Where the server is; null without such a hierarchy, or when it does not run.</param>
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
        if (hierarchy is not { Path: not "/" })
            return made.ToImmutable();

        if (Handover.Refuse(_root, hierarchy, user) is { } stranger)
        {
            Handover.TakeBack(_root, _journal, hierarchy);
            problems.Add($"reads: {stranger}");
            return made.ToImmutable();
        }

        foreach (var pool in _limits.Pools ?? [])
        {
            if (
                Prepare(hierarchy, pool.Number, user, before.GetValueOrDefault(pool.Number), out var problem) is
                { } directory
            )
                made[pool.Number] = directory;
            else
                problems.Add($"reads: pool {pool.Number}: {problem}");
        }

        if (made.Count > 0 && Handover.OfServer(_root, _journal, hierarchy, user) is { } failure)
        {
            problems.Add($"reads: {failure}");
            made.Clear();
        }

        return made.ToImmutable();
    }

    private string? Prepare(CgroupHierarchy hierarchy, int pool, uint user, string? kept, out string problem)
    {
        problem = string.Empty;
        var isKept =
            kept is not null
            && Path.GetDirectoryName(kept) == hierarchy.Directory
            && _root.HasDirectory(kept)
            && _journal.Content.Groups.Contains(kept, StringComparer.Ordinal);
        var directory = isKept
            ? kept
            : GroupMaker.Make(_root, hierarchy.Directory, GroupName.ProvisionedCandidates(pool), _journal, out problem);
        if (directory is null)
            return null;

        var files = Handover.Members(hierarchy.Version).Concat(ReadGroups.Files);
        if (Handover.OfPool(_tree, directory, files, user) is not { } failure)
            return directory;

        problem = failure;
        _ = GroupRemover.Remove(_root, directory) == 0 ? _journal.AddRemovedGroup(directory) : 0;
        return null;
    }
}
