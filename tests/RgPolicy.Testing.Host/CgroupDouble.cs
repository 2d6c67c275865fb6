using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>The cgroup v2 file system in memory. Paths are relative to its mount point, in parts.</summary>
internal sealed class CgroupDouble
{
    private readonly DoubleTasks _tasks;
    private readonly CgroupWriter _writer;
    private readonly int _cpuCount;

    internal CgroupDouble(DoubleTasks tasks, int cpuCount)
    {
        _tasks = tasks;
        _cpuCount = cpuCount;
        Root = new Cgroup(string.Empty, parent: null, owner: 0);
        _writer = new CgroupWriter(tasks, Root, cpuCount);
    }

    internal Cgroup Root { get; }

    internal int Read(string[] path, out string text)
    {
        text = string.Empty;
        if (Find(path) is not null)
            return KernelError.IsDirectory;

        if (path.Length == 0 || Find(path[..^1]) is not { } group || !Has(group, path[^1]))
            return KernelError.NoEntry;

        if (path[^1] == "cgroup.procs" && group.IsThreaded)
            return KernelError.NotSupported;

        text = Content(group, path[^1]) + "\n";
        text = text == "\n" && path[^1] is "cgroup.procs" or "cgroup.threads" ? string.Empty : text;
        return 0;
    }

    internal int Write(string[] path, string command)
    {
        if (Find(path) is not null)
            return KernelError.IsDirectory;

        if (path.Length == 0 || Find(path[..^1]) is not { } group || !Has(group, path[^1]))
            return KernelError.NoEntry;

        return
            path[^1] is "cgroup.controllers" or "cpuset.cpus.effective" || !group.MayWrite(_tasks.Writer.User, path[^1])
            ? KernelError.AccessDenied
            : _writer.Write(group, path[^1], command);
    }

    /// <summary>Gives a file, or a group's directory, to another user (chown(2)).</summary>
    internal int ChangeOwner(string[] path, uint owner)
    {
        var (group, file) = Locate(path);
        if (group is null)
            return KernelError.NoEntry;

        group.FileOwners[file] = owner;
        return 0;
    }

    /// <summary>Whose a file or a group's directory is; null when it is not there.</summary>
    internal uint? OwnerOf(string[] path) =>
        Locate(path) is ({ } group, var file) ? group.FileOwners.GetValueOrDefault(file, group.Owner) : null;

    /// <summary>Whether the writing task may write a file, or make groups in a directory.</summary>
    internal bool MayWrite(string[] path) =>
        Locate(path) is ({ } group, var file)
        && file is not ("cgroup.controllers" or "cpuset.cpus.effective")
        && group.MayWrite(_tasks.Writer.User, file);

    internal int MakeDirectory(string[] path)
    {
        if (Find(path) is not null || Read(path, out _) == 0)
            return KernelError.Exists;

        if (path.Length == 0 || Find(path[..^1]) is not { } parent)
            return KernelError.NoEntry;

        var user = _tasks.Writer.User;
        if (!parent.MayWrite(user, string.Empty))
            return KernelError.AccessDenied;

        if (path[^1].Contains('\n', StringComparison.Ordinal))
            return KernelError.Invalid;

        parent.Children[path[^1]] = new Cgroup(path[^1], parent, user);
        return 0;
    }

    internal int RemoveDirectory(string[] path)
    {
        if (Find(path) is not { } group)
            return Read(path, out _) == 0 ? KernelError.NotDirectory : KernelError.NoEntry;

        if (group.Parent is { } above && !above.MayWrite(_tasks.Writer.User, string.Empty))
            return KernelError.AccessDenied;

        if (group.Parent is not { } parent || group.IsPopulated || group.Children.Count > 0)
            return KernelError.Busy;

        parent.Children.Remove(group.Name);
        return 0;
    }

    internal int List(string[] path, out ImmutableArray<string> directories)
    {
        var group = Find(path);
        directories = group is null ? [] : [.. group.Children.Keys];
        return group is null ? KernelError.NoEntry : 0;
    }

    /// <summary>A group by its path, or null.</summary>
    internal Cgroup? Find(string[] path)
    {
        var group = Root;
        foreach (var name in path)
        {
            if (!group.Children.TryGetValue(name, out var child))
                return null;

            group = child;
        }

        return group;
    }

    private (Cgroup? Group, string File) Locate(string[] path) =>
        Find(path) is { } found ? (found, string.Empty)
        : path.Length > 0 && Find(path[..^1]) is { } group && Has(group, path[^1]) ? (group, path[^1])
        : (null, string.Empty);

    private static bool Has(Cgroup group, string file) =>
        file switch
        {
            "cgroup.procs" or "cgroup.threads" or "cgroup.controllers" or "cgroup.subtree_control" => true,
            "cgroup.type" => group.Parent is not null,
            "cpu.weight" or "cpu.max" => group.Parent is { } parent && parent.Subtree.Contains("cpu"),
            "cpuset.cpus" => group.Parent is { } parent && parent.Subtree.Contains("cpuset"),
            "cpuset.cpus.effective" => group.Parent is null || group.Parent.Subtree.Contains("cpuset"),
            _ => false,
        };

    private string Content(Cgroup group, string file) =>
        file switch
        {
            "cgroup.procs" => Members(group, _tasks.All.Where(t => t.Id == t.Process)),
            "cgroup.threads" => Members(group, _tasks.All),
            "cgroup.controllers" => string.Join(' ', group.Controllers),
            "cgroup.subtree_control" => string.Join(' ', group.SubtreeInOrder),
            "cgroup.type" => group.Kind,
            "cpuset.cpus.effective" => CpuList.Format(Effective(group)),
            _ => group.Values.GetValueOrDefault(file)
                ?? (
                    file switch
                    {
                        "cpu.weight" => "100",
                        "cpu.max" => "max 100000",
                        _ => string.Empty,
                    }
                ),
        };

    // What it asks for of what its parent has; all of that when nothing would be left.
    private ImmutableArray<int> Effective(Cgroup group)
    {
        if (group.Parent is not { } parent)
            return [.. Enumerable.Range(0, _cpuCount)];

        var above = Effective(parent);
        var own = CpuList.Parse(group.Values.GetValueOrDefault("cpuset.cpus")) ?? [];
        var both = above.Where(own.Contains).ToImmutableArray();
        return both.IsEmpty ? above : both;
    }

    // A process that the reader's PID namespace does not know is number 0 there.
    private string Members(Cgroup group, IEnumerable<DoubleTask> all) =>
        string.Join(
            '\n',
            all.Where(t => (t.Cgroup ?? Root) == group)
                .Select(t => _tasks.Numbers([t]).FirstOrDefault().ToString(CultureInfo.InvariantCulture))
        );
}
