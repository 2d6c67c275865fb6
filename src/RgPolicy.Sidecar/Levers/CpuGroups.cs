using System.Globalization;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Host.Levers;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>CPU weight by one cgroup per pool, a child of the cgroup in which the DBMS's main process is.</summary>
internal sealed class CpuGroups
{
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly IKernelTree _tree;

    internal CpuGroups(FileRoot root, JournalFile journal)
    {
        _root = root;
        _journal = journal;
        _tree = MachineTree.Of(root);
    }

    /// <summary>A pool's group, made or kept, with its weight set; null with the problem when there can be none.</summary>
    /// <param name="hierarchy">Where the server is.</param>
    /// <param name="pool">The pool.</param>
    /// <param name="share">Its weight as a fraction of the favoured pool's.</param>
    /// <param name="kept">The group that it has, if any.</param>
    /// <param name="given">The directory that the provisioner handed over for it, if any.</param>
    /// <param name="problem">Why there can be none, or empty.</param>
    internal CpuGroup? Prepare(
        CpuHierarchy hierarchy, int pool, double share, CpuGroup? kept, string? given, out string problem)
    {
        problem = string.Empty;
        var group = IsThere(kept?.Directory, hierarchy) ? kept
            : given is not null && IsThere(given, hierarchy) ? Take(hierarchy, given, out problem)
            : Make(hierarchy, GroupName.Candidates(pool), out problem);
        if (group is null)
        {
            return null;
        }

        var error = SetShare(group, share);
        problem = error == 0 ? string.Empty : $"{Weight(group.Version, share).File} cannot be written: {Errno.Describe(error)}";
        return error == 0 ? group : null;
    }

    private bool IsThere(string? directory, CpuHierarchy hierarchy) =>
        directory is not null && Path.GetDirectoryName(directory) == hierarchy.Directory && _root.HasDirectory(directory);

    // In the journal, so that whoever a governed process started in it leaves it too.
    private CpuGroup? Take(CpuHierarchy hierarchy, string directory, out string problem)
    {
        var error = _journal.AddGroup(directory);
        problem = error == 0 ? string.Empty : $"the journal cannot be written: {Errno.Describe(error)}";
        return error == 0 ? Group(hierarchy, directory) : null;
    }

    /// <summary>Writes a group's weight and returns 0, or the error number.</summary>
    /// <param name="group">The group.</param>
    /// <param name="share">1 is what one process weighs outside every group; at most what the kernel takes is written.</param>
    internal int SetShare(CpuGroup group, double share)
    {
        var (file, weight) = Weight(group.Version, share);
        return _tree.Write(Path.Join(group.Directory, file), weight);
    }

    /// <summary>The share in force and how, read back; null when the group is gone.</summary>
    internal static (double Share, string Lever)? ReadBack(FileRoot root, CpuGroup group)
    {
        var (file, _) = Weight(group.Version, 1);
        var text = root.ReadTrimmed(Path.Join(group.Directory, file));
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var weight))
        {
            return null;
        }

        var full = group.Version == 1 ? 1024.0 : 100.0;
        return (weight / full, $"cgroup v{group.Version} {file}={weight.ToString(CultureInfo.InvariantCulture)}");
    }

    /// <summary>The file and the value of a share: 1,024 shares (v1) or weight 100 (v2) are the favoured pool's.</summary>
    internal static (string File, string Value) Weight(int version, double share)
    {
        var (file, full, least, most) = version == 1 ? ("cpu.shares", 1024, 2, 262_144) : ("cpu.weight", 100, 1, 10_000);
        var value = (int)Math.Clamp(Math.Round(full * share, MidpointRounding.AwayFromZero), least, most);
        return (file, value.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Makes a group below the server's own; null with the problem.</summary>
    internal CpuGroup? Make(CpuHierarchy hierarchy, IEnumerable<string> names, out string problem) => hierarchy.Version == 1
        ? MakeVersion1(hierarchy, names, out problem)
        : MakeVersion2(hierarchy, names, out problem);

    private CpuGroup? MakeVersion1(CpuHierarchy hierarchy, IEnumerable<string> names, out string problem)
    {
        var directory = GroupMaker.Make(_root, hierarchy.Directory, names, _journal, out problem);
        return directory is null ? null : Group(hierarchy, directory);
    }

    // Processes may stay in the group in which the controller is enabled only when its children are threaded; the root
    // alone is exempt (kernel documentation, cgroup-v2, "threads").
    private CpuGroup? MakeVersion2(CpuHierarchy hierarchy, IEnumerable<string> names, out string problem)
    {
        var parent = hierarchy.Directory;
        if (!Words(parent, "cgroup.controllers").Contains("cpu", StringComparer.Ordinal))
        {
            problem = $"the cpu controller is not enabled for {hierarchy.Path}: {DelegationFix.For(hierarchy.Path)}";
            return null;
        }

        var isRoot = !_root.HasFile(Path.Join(parent, "cgroup.type"));
        if (!isRoot)
        {
            ControlGroup.Make(_root, parent, _journal);
        }

        if (GroupMaker.Make(_root, parent, names, _journal, out problem) is not { } directory)
        {
            return null;
        }

        problem = isRoot ? string.Empty : MakeThreaded(parent, directory);
        if (problem.Length == 0)
        {
            problem = EnableCpu(parent);
        }

        if (problem.Length == 0)
        {
            return Group(hierarchy, directory);
        }

        Remove(directory);
        return null;
    }

    private string MakeThreaded(string parent, string directory)
    {
        var error = _tree.Write(Path.Join(directory, "cgroup.type"), "threaded");
        return error switch
        {
            0 => string.Empty,
            Errno.NotSupported =>
                $"{parent} distributes memory or I/O to its children, so they cannot be threaded: "
                + "take memory and io out of Delegate= of the DBMS's unit",
            _ => $"the group cannot be made threaded: {Errno.Describe(error)}",
        };
    }

    private string EnableCpu(string parent)
    {
        if (Words(parent, "cgroup.subtree_control").Contains("cpu", StringComparer.Ordinal))
        {
            return string.Empty;
        }

        var error = _journal.AddController(parent);
        error = error == 0 ? _tree.Write(Path.Join(parent, "cgroup.subtree_control"), "+cpu") : error;
        return error == 0 ? string.Empty : $"+cpu cannot be enabled in {parent}: {Errno.Describe(error)}; {DelegationFix.For(parent)}";
    }

    /// <summary>Removes a group and notes it.</summary>
    internal void Remove(string directory)
    {
        if (GroupRemover.Remove(_root, directory) == 0)
        {
            _ = _journal.AddRemovedGroup(directory);
        }
    }

    private static CpuGroup Group(CpuHierarchy hierarchy, string directory)
    {
        var name = Path.GetFileName(directory);
        var path = hierarchy.Path == "/" ? "/" + name : $"{hierarchy.Path}/{name}";
        return new CpuGroup(hierarchy.Version, path, directory);
    }

    private string[] Words(string directory, string file) =>
        (_root.ReadTrimmed(Path.Join(directory, file)) ?? string.Empty).Split(' ');
}
