using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>
/// A host in memory: resctrl and cgroup v2 with the kernel's own rules and error numbers, the tasks of
/// a pretended server, and faults on request. For tests, and for trying a configuration without touching anything.
/// </summary>
internal sealed class HostDouble : IKernelTree
{
    private const string CgroupMount = "/sys/fs/cgroup";
    private readonly DoubleTasks _tasks = new();
    private readonly List<(KernelFault Fault, int Left)> _faults = [];
    private readonly HashSet<string> _locks = new(StringComparer.Ordinal);
    private readonly CgroupDouble _cgroups;
    private ResctrlDouble? _resctrl;
    private bool _isSomebodyElse;

    /// <summary>Makes a host; without a shape it has no resctrl.</summary>
    public HostDouble(ResctrlShape? shape)
    {
        _resctrl = shape is null ? null : new ResctrlDouble(shape, _tasks);
        _cgroups = new CgroupDouble(_tasks, _resctrl?.State.CpuCount ?? 4);
        _ = AddTask(_tasks.Writer.Id, _tasks.Writer.Process, 0);
        _tasks.Writer = _tasks.Find(_tasks.Writer.Id) ?? _tasks.Writer;
    }

    /// <summary>The facts that are read through files, from this host.</summary>
    public FileRoot Root => new(string.Empty) { Tree = this };

    /// <summary>Operations that changed something or tried to, in order.</summary>
    public IReadOnlyList<string> Log => _log;

    /// <summary>How many changing operations are let through before the caller dies; null for all.</summary>
    public int? DiesAfter { get; set; }

    private readonly List<string> _log = [];

    /// <summary>Makes a task known.</summary>
    /// <param name="id">Its number.</param>
    /// <param name="process">Its process's number.</param>
    /// <param name="user">Its user.</param>
    public int AddTask(int id, int process, uint user)
    {
        _tasks.Add(id, process, user).Cgroup = _cgroups.Root;
        _cgroups.Root.TaskCount++;
        return id;
    }

    /// <summary>Makes a PID namespace known, with its first task.</summary>
    /// <param name="id">The task's number here; there it is 1.</param>
    public int AddNamespace(int id)
    {
        _tasks.AddFirst(id).Cgroup = _cgroups.Root;
        _cgroups.Root.TaskCount++;
        return id;
    }

    /// <summary>Says that a task of root's in a PID namespace writes and reads from now on.</summary>
    /// <param name="first">The number here of the namespace's first task.</param>
    public void ActInside(int first) =>
        _tasks.Writer = new DoubleTask(first, first, 0)
        {
            Space = first,
            Inner = 2,
            Cgroup = _cgroups.Root,
        };

    /// <summary>Ends a task.</summary>
    public void EndTask(int id)
    {
        if (_tasks.Find(id)?.Cgroup is { } group)
            group.TaskCount--;

        _tasks.End(id);
    }

    /// <summary>Says which task writes from now on; it is made when it is not known.</summary>
    public void ActAs(int id, uint user) =>
        _tasks.Writer =
            _tasks.Find(id) is { } known && known.User == user
                ? known
                : new DoubleTask(id, id, user) { Cgroup = _cgroups.Root };

    /// <summary>Adds a fault.</summary>
    public void Inject(KernelFault fault)
    {
        ArgumentNullException.ThrowIfNull(fault);
        _faults.Add((fault, fault.Times));
    }

    /// <summary>Unmounts resctrl: all groups vanish, all tasks are in the default group.</summary>
    public void Unmount()
    {
        _resctrl = null;
        foreach (var task in _tasks.All)
            (task.Control, task.Monitor) = (null, null);
    }

    /// <summary>Mounts resctrl anew.</summary>
    public void Mount(ResctrlShape shape)
    {
        Unmount();
        _resctrl = new ResctrlDouble(shape, _tasks);
    }

    /// <summary>Takes a CPU offline or brings it back.</summary>
    public void SetOnline(int cpu, bool isOnline) => _resctrl?.SetOnline(cpu, isOnline);

    /// <summary>Sets every group's own counter of an event, in bytes.</summary>
    public void SetCounters(string name, ulong bytes)
    {
        foreach (var group in _resctrl?.State.AllControl ?? [])
        {
            group.Counters[name] = bytes;
            foreach (var monitor in group.Monitors.Values)
                monitor.Counters[name] = bytes;
        }
    }

    /// <summary>Lets the monitoring numbers of removed groups become free, as some seconds do.</summary>
    public void ClearLimbo()
    {
        if (_resctrl?.State is { } state)
        {
            state.FreeMonitors += state.LimboMonitors;
            state.LimboMonitors = 0;
        }
    }

    /// <inheritdoc/>
    public int Read(string path, out string text)
    {
        text = string.Empty;
        if (Below(ResctrlFacts.Directory, path) is { } inResctrl)
            return _resctrl?.Read(inResctrl, out text) ?? KernelError.NoEntry;

        return Below(CgroupMount, path) is { } inCgroup ? _cgroups.Read(inCgroup, out text) : ReadProc(path, out text);
    }

    /// <inheritdoc/>
    public int Write(string path, string command) =>
        Change(
            "write",
            path,
            command,
            (resctrl, parts) => resctrl ? _resctrl?.Write(parts, command) : _cgroups.Write(parts, command)
        );

    /// <inheritdoc/>
    public int MakeDirectory(string path) =>
        Change(
            "mkdir",
            path,
            string.Empty,
            (resctrl, parts) => resctrl ? _resctrl?.MakeDirectory(parts) : _cgroups.MakeDirectory(parts)
        );

    /// <inheritdoc/>
    public int RemoveDirectory(string path) =>
        Change(
            "rmdir",
            path,
            string.Empty,
            (resctrl, parts) => resctrl ? _resctrl?.RemoveDirectory(parts) : _cgroups.RemoveDirectory(parts)
        );

    /// <inheritdoc/>
    public int Rename(string from, string to) =>
        Change(
            "rename",
            from,
            to,
            (resctrl, parts) =>
                resctrl && Below(ResctrlFacts.Directory, to) is { Length: > 0 } target
                    ? _resctrl?.Rename(parts, target)
                    : KernelError.NotPermitted
        );

    /// <inheritdoc/>
    public int ChangeOwner(string path, uint user) =>
        Change(
            "chown",
            path,
            user.ToString(CultureInfo.InvariantCulture),
            (resctrl, parts) =>
                _tasks.Writer.User != 0 ? KernelError.NotPermitted
                : resctrl ? _resctrl?.ChangeOwner(parts, user)
                : _cgroups.ChangeOwner(parts, user)
        );

    /// <inheritdoc/>
    public int ReadOwner(string path, out uint user)
    {
        var owner =
            Below(ResctrlFacts.Directory, path) is { } inResctrl ? _resctrl?.OwnerOf(inResctrl)
            : Below(CgroupMount, path) is { } inCgroup ? _cgroups.OwnerOf(inCgroup)
            : null;
        user = owner ?? uint.MaxValue;
        return owner is null ? KernelError.NoEntry : 0;
    }

    /// <inheritdoc/>
    public bool MayWrite(string path) =>
        Below(ResctrlFacts.Directory, path) is { } inResctrl
            ? _resctrl?.MayWrite(inResctrl) ?? false
            : Below(CgroupMount, path) is { } inCgroup && _cgroups.MayWrite(inCgroup);

    /// <inheritdoc/>
    public int List(string path, out ImmutableArray<string> directories)
    {
        directories = [];
        return Below(ResctrlFacts.Directory, path) is { } inResctrl
                ? _resctrl?.List(inResctrl, out directories) ?? KernelError.NoEntry
            : Below(CgroupMount, path) is { } inCgroup ? _cgroups.List(inCgroup, out directories)
            : KernelError.NoEntry;
    }

    /// <inheritdoc/>
    public int ReadLinks(string directory, out ImmutableArray<string> targets)
    {
        targets = [];
        return KernelError.NoEntry;
    }

    /// <inheritdoc/>
    public int TryLock(string directory, out IDisposable? held)
    {
        held = null;
        if (List(directory, out _) is not 0 and var error)
            return error;

        if (!_locks.Add(directory))
            return KernelError.TryAgain;

        held = new DoubleLock(() => _locks.Remove(directory));
        return 0;
    }

    private static string[]? Below(string mount, string path) =>
        path == mount ? []
        : path.StartsWith(mount + "/", StringComparison.Ordinal) ? path[(mount.Length + 1)..].Split('/')
        : null;

    private int Change(string operation, string path, string argument, Func<bool, string[], int?> carryOut)
    {
        var fault = _isSomebodyElse ? null : Meet(operation, path);
        var inResctrl = Below(ResctrlFacts.Directory, path);
        var parts = inResctrl ?? Below(CgroupMount, path);
        var error =
            fault is { Error: not 0 } ? fault.Error
            : parts is null ? KernelError.NoEntry
            : carryOut(inResctrl is not null, parts) ?? KernelError.NoEntry;
        _log.Add(
            $"{operation} {path} {argument.TrimEnd('\n').Replace("\n", " | ", StringComparison.Ordinal)} -> {KernelError.Name(error)}"
        );
        return error;
    }

    // What a fault does itself is another program's: it neither dies nor meets faults.
    private KernelFault? Meet(string operation, string path)
    {
        if (DiesAfter is <= 0)
            throw new CallerDiedException();

        DiesAfter--;
        var fault = TakeFault(operation, path);
        _isSomebodyElse = true;
        fault?.Before?.Invoke();
        _isSomebodyElse = false;
        return fault;
    }

    private KernelFault? TakeFault(string operation, string path)
    {
        var index = _faults.FindIndex(f =>
            (f.Fault.Operation.Length == 0 || f.Fault.Operation == operation)
            && path.EndsWith(f.Fault.PathEnd, StringComparison.Ordinal)
        );
        if (index < 0)
            return null;

        var (fault, left) = _faults[index];
        if (left <= 1)
            _faults.RemoveAt(index);
        else
            _faults[index] = (fault, left - 1);

        return fault;
    }

    private int ReadProc(string path, out string text)
    {
        text = path switch
        {
            "/proc/self/mountinfo" => Mounts(),
            _ when path.Split('/') is ["", "proc", var id, "task", var thread, "cpu_resctrl_groups"] && id.Length > 0 =>
                Task(thread) is { } task
                    ? _resctrl is null
                        ? "res:\nmon:\n"
                        : ResctrlDouble.Describe(task)
                    : string.Empty,
            _ when path.Split('/') is ["", "proc", var id, "status"] => Task(id) is { } task
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"Name:\ttask{task.Id}\nUid:\t{task.User}\t{task.User}\t{task.User}\t{task.User}\n"
                )
                : string.Empty,
            _ when path.Split('/') is ["", "proc", var id, "cgroup"] => Task(id) is { } task
                ? $"0::{(task.Cgroup ?? _cgroups.Root).Path}\n"
                : string.Empty,
            _ => string.Empty,
        };
        return text.Length > 0 ? 0 : KernelError.NoEntry;
    }

    private string Mounts()
    {
        var options = _resctrl?.State.Shape is not { } shape
            ? string.Empty
            : (shape.CodeDataSplit ? ",cdp" : string.Empty) + (shape.BandwidthInMegabytes ? ",mba_MBps" : string.Empty);
        return "30 1 0:25 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
            + (
                _resctrl is null
                    ? string.Empty
                    : $"31 1 0:26 / /sys/fs/resctrl rw,nosuid - resctrl resctrl rw{options}\n"
            );
    }

    private DoubleTask? Task(string id) =>
        int.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? _tasks.Find(number) : null;
}
