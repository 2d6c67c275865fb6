using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>The resctrl file system in memory. Paths are relative to its mount point, in parts.</summary>
internal sealed class ResctrlDouble
{
    private static readonly string[] GroupFiles = ["cpus", "cpus_list", "tasks"];
    private static readonly string[] ControlFiles = [.. GroupFiles, "mode", "schemata", "size"];
    private readonly ResctrlFiles _files;
    private readonly GroupEditor _editor;

    internal ResctrlDouble(ResctrlShape shape, DoubleTasks tasks)
    {
        State = new ResctrlState(shape, tasks);
        _files = new ResctrlFiles(State);
        _editor = new GroupEditor(State);
    }

    internal ResctrlState State { get; }

    internal int Read(string[] path, out string text)
    {
        var (group, rest) = Locate(path);
        var found = rest switch
        {
            _ when group is null => null,
            ["info", .. var below] when group == State.Default => _files.OfInfo(below),
            ["mon_data", var domain, var counter] when State.Shape.MonitorIds > 0 => _files.Counter(
                group,
                domain,
                counter
            ),
            [var name] => _files.OfGroup(group, name),
            _ => null,
        };
        text = found ?? string.Empty;
        return found is not null ? 0
            : IsDirectory(path) ? KernelError.IsDirectory
            : KernelError.NoEntry;
    }

    internal int Write(string[] path, string command)
    {
        var (group, rest) = Locate(path);
        if (group is null || Read(path, out _) != 0)
            return IsDirectory(path) ? KernelError.IsDirectory : KernelError.NoEntry;

        if (rest is not [var name] || name == "size" || !MayWrite(group, name))
            return KernelError.AccessDenied;

        return System.Text.Encoding.UTF8.GetByteCount(command) > 4096
            ? KernelError.TooBig
            : name switch
            {
                "schemata" => new SchemataWriter(State, group).Write(command),
                "mode" => ModeWriter.Write(State, group, command),
                "tasks" => new TaskWriter(State, group).Write(command),
                _ => command.Length == 0 ? 0 : new CpuWriter(State, group).Write(command, isList: name == "cpus_list"),
            };
    }

    internal int MakeDirectory(string[] path)
    {
        if (IsDirectory(path) || Read(path, out _) == 0)
            return KernelError.Exists;

        if (!IsDirectory(path[..^1]))
            return KernelError.NoEntry;

        var name = path[^1];
        var (parent, rest) = Locate(path[..^1]);
        if (parent is null || !MayEdit(parent))
            return KernelError.AccessDenied;

        if (name.Contains('\n', StringComparison.Ordinal))
            return KernelError.Invalid;

        return rest switch
        {
            [] when parent == State.Default => _editor.MakeControl(name),
            ["mon_groups"] when name != "mon_groups" => _editor.MakeMonitor(parent, name),
            _ => KernelError.NotPermitted,
        };
    }

    internal int RemoveDirectory(string[] path)
    {
        if (!IsDirectory(path))
            return Read(path, out _) == 0 ? KernelError.NotDirectory : KernelError.NoEntry;

        var (group, rest) = Locate(path);
        if (group is null || rest.Length > 0 || group == State.Default)
            return KernelError.NotPermitted;

        if (!MayEdit(group.Parent ?? State.Default))
            return KernelError.AccessDenied;

        if (group.IsMonitor)
            _editor.RemoveMonitor(group);
        else
            _editor.RemoveControl(group);

        return 0;
    }

    internal int Rename(string[] from, string[] to)
    {
        var (group, rest) = Locate(from);
        var (parent, place) = Locate(to[..^1]);
        if (group is null || rest.Length > 0 || !IsDirectory(to[..^1]) || parent is null)
            return KernelError.NoEntry;

        State.Status.Clear();
        if (!group.IsMonitor)
            return State.Status.Fail(KernelError.NotPermitted, "Source must be a MON group");

        if (place is not ["mon_groups"] || to[^1] == "mon_groups")
            return State.Status.Fail(KernelError.NotPermitted, "Destination must be a mon_groups subdirectory");

        return _editor.Rename(group, parent, to[^1]);
    }

    internal int List(string[] path, out ImmutableArray<string> directories)
    {
        directories = [];
        if (!IsDirectory(path))
            return Read(path, out _) == 0 ? KernelError.NotDirectory : KernelError.NoEntry;

        var (group, rest) = Locate(path);
        IEnumerable<string> names = (group, rest) switch
        {
            (null, _) => [],
            (_, ["info"]) => _files.InfoNames(),
            (_, ["mon_groups"]) => group.Monitors.Keys,
            (_, ["mon_data"]) => State.Domains.Select(ResctrlFiles.DomainDirectory),
            (_, []) when group == State.Default => [.. State.Groups.Keys, "info", .. MonitorDirectories(group)],
            (_, []) => MonitorDirectories(group),
            _ => [],
        };
        directories = [.. names.Order(StringComparer.Ordinal)];
        return 0;
    }

    /// <summary>Gives a file, or a group's <c>mon_groups</c>, to another user (chown(2)).</summary>
    internal int ChangeOwner(string[] path, uint owner)
    {
        var (group, rest) = Locate(path);
        if (group is null || rest is not [var name] || (!IsDirectory(path) && Read(path, out _) != 0))
            return KernelError.NoEntry;

        group.FileOwners[name] = owner;
        return 0;
    }

    /// <summary>Whose a file is, or a group's <c>mon_groups</c>; null when it is not there.</summary>
    internal uint? OwnerOf(string[] path) =>
        Locate(path) switch
        {
            ({ } group, []) => group.Owner,
            ({ } group, [var name]) when IsDirectory(path) || Read(path, out _) == 0 =>
                group.FileOwners.GetValueOrDefault(name, group.Owner),
            _ => null,
        };

    /// <summary>Whether the writing task may write a file, or make groups in a directory.</summary>
    internal bool MayWrite(string[] path) =>
        Locate(path) switch
        {
            (null, _) => false,
            ({ } group, []) => MayEdit(group),
            ({ } group, ["mon_groups"]) => MayEdit(group),
            ({ } group, [var name]) => name is not ("size" or "info" or "mon_data")
                && Read(path, out _) == 0
                && MayWrite(group, name),
            _ => false,
        };

    internal bool IsDirectory(string[] path)
    {
        var (group, rest) = Locate(path);
        return group is not null
            && rest switch
            {
                [] => true,
                ["info"] => group == State.Default,
                ["info", var resource] => group == State.Default
                    && _files.InfoNames().Contains(resource, StringComparer.Ordinal),
                ["mon_groups"] => State.Shape.MonitorIds > 0 && !group.IsMonitor,
                ["mon_data"] => State.Shape.MonitorIds > 0,
                ["mon_data", var domain] => State.Shape.MonitorIds > 0
                    && State.Domains.Select(ResctrlFiles.DomainDirectory).Contains(domain, StringComparer.Ordinal),
                _ => false,
            };
    }

    private IEnumerable<string> MonitorDirectories(ResctrlGroup group) =>
        State.Shape.MonitorIds == 0 ? []
        : group.IsMonitor ? ["mon_data"]
        : ["mon_data", "mon_groups"];

    private (ResctrlGroup? Group, string[] Below) Locate(string[] path)
    {
        var group = State.Default;
        if (path is [var first, .. var below] && State.Groups.TryGetValue(first, out var control))
            (group, path) = (control, below);

        return path is ["mon_groups", var name, .. var inside] && group.Monitors.TryGetValue(name, out var monitor)
            ? (monitor, inside)
            : (path is [var word, ..] && !IsKnown(group, word) ? null : group, path);
    }

    private bool IsKnown(ResctrlGroup group, string word) =>
        (group.IsMonitor ? GroupFiles : ControlFiles).Contains(word, StringComparer.Ordinal)
        || word is "mon_groups" or "mon_data"
        || (word == "info" && group == State.Default);

    private bool MayWrite(ResctrlGroup group, string file)
    {
        var user = State.Tasks.Writer.User;
        return user == 0 || user == group.FileOwners.GetValueOrDefault(file, group.Owner);
    }

    private bool MayEdit(ResctrlGroup parent)
    {
        var user = State.Tasks.Writer.User;
        return user == 0 || user == parent.FileOwners.GetValueOrDefault("mon_groups", parent.Owner);
    }

    /// <summary>Takes a CPU away or brings it back, as hotplug does.</summary>
    internal void SetOnline(int cpu, bool isOnline)
    {
        var before = State.Domains.ToHashSet();
        _ = isOnline ? State.Online.Add(cpu) : State.Online.Remove(cpu);
        foreach (var group in State.AllControl)
        {
            group.Cpus.Remove(cpu);
            foreach (var monitor in group.Monitors.Values)
                monitor.Cpus.Remove(cpu);
        }

        _ = isOnline && State.Default.Cpus.Add(cpu);
        foreach (var domain in State.Domains.Where(d => !before.Contains(d)).ToArray())
        {
            // A domain that comes back is wide open in every group.
            foreach (var group in State.AllControl)
                State.SetWidest(group, domain);
        }
    }

    internal static string Describe(DoubleTask task) =>
        string.Create(CultureInfo.InvariantCulture, $"res:{task.Control?.Name ?? "/"}\nmon:{task.Monitor?.Name}\n");
}
