using RgPolicy.Conformance.Cases;
using RgPolicy.Conformance.Hosts;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Conformance;

/// <summary>Runs one case's steps on one host and leaves nothing behind.</summary>
internal sealed class CaseRunner
{
    private const string Cgroups = "/sys/fs/cgroup";
    private const string Prefix = "rgpconf_";
    private const uint Nobody = 65534;
    private const int ManyGroups = 20;
    private readonly IConformanceHost _host;
    private readonly Dictionary<string, int> _tasks = new(StringComparer.Ordinal);
    private readonly List<string> _made = [];
    private readonly Dictionary<string, string> _original = new(StringComparer.Ordinal);
    private readonly HashSet<int> _offline = [];
    private int _removed;
    private IDisposable? _lock;

    public CaseRunner(IConformanceHost host) => _host = host;

    /// <summary>What came of each step.</summary>
    public IReadOnlyList<string> Run(ConformanceCase one)
    {
        var error = _host.Remount(one.Mount);
        if (error != 0)
            return [.. one.Steps.Select(_ => "not mounted: " + KernelError.Name(error))];

        var results = new List<string>();
        try
        {
            Remember();
            results.AddRange(one.Steps.Select(Do));
        }
        finally
        {
            CleanUp();
        }

        return results;
    }

    private string Do(ConformanceStep step)
    {
        var words = step.Words.Select(Insert).ToArray();
        return (step.Verb, words) switch
        {
            ("mkdir", [var path]) => KernelError.Name(Make(Full(path))),
            ("rmdir", [var path]) => KernelError.Name(Remove(Full(path))),
            ("rename", [var from, var to]) => KernelError.Name(Rename(Full(from), Full(to))),
            ("write", [var path, var text]) => KernelError.Name(_host.Tree.Write(Full(path), text)),
            ("long", [var path, var length]) => KernelError.Name(_host.Tree.Write(Full(path), Long(length))),
            ("read", [var path]) => Read(Full(path)),
            ("status", []) => LastStatus(),
            ("fill", [var path]) => Fill(Full(path)),
            ("task", [var name, .. var user]) => Start(name, user.Length == 0 ? 0 : Nobody),
            ("namespace", [var name]) => StartNamespace(name),
            ("inside", [var name, "write", var path, var text]) => KernelError.Name(
                _host.WriteInside(_tasks[name], Full(path), text)
            ),
            ("inside", [var name, "read", var path]) => Plain(_host.ReadInside(_tasks[name], Full(path))),
            ("end", [var name]) => End(name),
            ("where", [var name]) => Where(_tasks[name]),
            ("members", [var path]) => Members(Full(path)),
            ("as", [var who]) => ActAs(who),
            ("chown", [var path, "nobody"]) => KernelError.Name(_host.ChangeOwner(Full(path), Nobody)),
            ("lock", []) => Lock(),
            ("unlock", []) => Unlock(),
            ("umount", []) => KernelError.Name(_host.Unmount()),
            ("mount", [var options]) => KernelError.Name(_host.Remount(options == "plain" ? string.Empty : options)),
            ("offline", [var cpu]) => SetOnline(cpu, isOnline: false),
            ("online", [var cpu]) => SetOnline(cpu, isOnline: true),
            ("counters", [var name, var units]) => KernelError.Name(
                _host.SetCounters(name, int.Parse(units, CultureInfo.InvariantCulture))
            ),
            ("settle", []) => Settle(),
            _ => throw new FormatException($"line {step.Line}: {step} is no step"),
        };
    }

    private string Insert(string word)
    {
        foreach (var (name, id) in _tasks)
            word = word.Replace("{" + name + "}", id.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal);

        return word;
    }

    // `g/tasks` is resctrl's, `c:g/tasks` the cgroup hierarchy's; names of groups get a prefix, `.` is the root.
    private static string Full(string path)
    {
        var isCgroup = path.StartsWith("c:", StringComparison.Ordinal);
        var rest = isCgroup ? path[2..] : path;
        var root = isCgroup ? Cgroups : ResctrlFacts.Directory;
        if (rest == ".")
            return root;

        var own = rest.StartsWith("./", StringComparison.Ordinal) ? rest[2..] : Prefix + rest;
        return $"{root}/{own}";
    }

    private int Make(string path)
    {
        var error = _host.Tree.MakeDirectory(path);
        if (error == 0)
            _made.Add(path);

        return error;
    }

    private int Remove(string path)
    {
        var error = _host.Tree.RemoveDirectory(path);
        if (error == 0)
        {
            _removed++;
            _made.RemoveAll(made => made == path || made.StartsWith(path + "/", StringComparison.Ordinal));
        }

        return error;
    }

    private int Rename(string from, string to)
    {
        var error = _host.Tree.Rename(from, to);
        if (error == 0)
        {
            _made.Remove(from);
            _made.Add(to);
        }

        return error;
    }

    private static string Long(string length) => "L3:0=ff\n".PadLeft(int.Parse(length, CultureInfo.InvariantCulture));

    private string Read(string path)
    {
        var error = _host.Tree.Read(path, out var text);
        return error == 0 ? Plain(text) : KernelError.Name(error);
    }

    // Leading blanks and the width of columns differ between kernels and mean nothing.
    private static string Plain(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var joined = string.Join(" | ", lines);
        while (joined.Contains("= ", StringComparison.Ordinal))
            joined = joined.Replace("= ", "=", StringComparison.Ordinal);

        return joined.Length == 0 ? "nothing" : joined;
    }

    private string LastStatus()
    {
        var text = Read(ResctrlFacts.Directory + "/info/last_cmd_status");
        var last = text.Split(" | ")[^1];
        return _tasks.Aggregate(
            last,
            (all, task) =>
                all.Replace(
                    task.Value.ToString(CultureInfo.InvariantCulture),
                    "{" + task.Key + "}",
                    StringComparison.Ordinal
                )
        );
    }

    private string Fill(string path)
    {
        for (var count = 0; count < 1000; count++)
        {
            var error = Make(string.Create(CultureInfo.InvariantCulture, $"{path}{count}"));
            if (error != 0)
                return string.Create(CultureInfo.InvariantCulture, $"{count} then {KernelError.Name(error)}");
        }

        return "no end";
    }

    private string Start(string name, uint user)
    {
        _tasks[name] = name == "self" ? _host.Self : _host.StartTask(user);
        return "ok";
    }

    private string StartNamespace(string name)
    {
        _tasks[name] = _host.StartNamespace();
        return "ok";
    }

    private string End(string name)
    {
        _host.EndTask(_tasks[name]);
        return "ok";
    }

    private string Where(int id)
    {
        var path = string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/task/{id}/cpu_resctrl_groups");
        path =
            id == _host.Self
                ? path.Replace($"/proc/{id}/", $"/proc/{Environment.ProcessId}/", StringComparison.Ordinal)
                : path;
        return _host.Tree.Read(path, out var text) == 0
            ? Plain(text.Replace(Prefix, string.Empty, StringComparison.Ordinal))
            : "gone";
    }

    private string Members(string path)
    {
        var error = _host.Tree.Read(path, out var text);
        var found = text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var names = _tasks
            .Where(t => found.Contains(t.Value.ToString(CultureInfo.InvariantCulture), StringComparer.Ordinal))
            .Select(t => t.Key);
        var list = string.Join(' ', names.Order(StringComparer.Ordinal));
        return error != 0 ? KernelError.Name(error)
            : list.Length == 0 ? "nobody"
            : list;
    }

    private string ActAs(string who)
    {
        _host.ActAs(who == "root" ? 0 : Nobody);
        return "ok";
    }

    private string Lock()
    {
        var error = _host.Tree.TryLock(ResctrlFacts.Directory, out var held);
        _lock = held ?? _lock;
        return KernelError.Name(error);
    }

    private string Unlock()
    {
        _lock?.Dispose();
        _lock = null;
        return "ok";
    }

    private string SetOnline(string cpu, bool isOnline)
    {
        var number = int.Parse(cpu, CultureInfo.InvariantCulture);
        _ = isOnline ? _offline.Remove(number) : _offline.Add(number);
        return KernelError.Name(_host.SetOnline(number, isOnline));
    }

    private string Settle()
    {
        _host.Settle();
        return "ok";
    }

    private void Remember()
    {
        foreach (var file in new[] { "schemata", "mode", "cpus_list" })
        {
            var path = $"{ResctrlFacts.Directory}/{file}";
            if (_host.Tree.Read(path, out var text) == 0)
                _original[path] = text;
        }

        var control = Cgroups + "/cgroup.subtree_control";
        _original[control] = _host.Tree.Read(control, out var enabled) == 0 ? enabled : string.Empty;
    }

    private void CleanUp()
    {
        _host.ActAs(0);
        _ = Unlock();
        foreach (var cpu in _offline.ToArray())
            _ = _host.SetOnline(cpu, isOnline: true);

        _ = _host.Remount(string.Empty);
        _ = _host.Tree.Write(ResctrlFacts.Directory + "/tasks", "0");
        _ = _host.Tree.Write(Cgroups + "/cgroup.procs", _host.Self.ToString(CultureInfo.InvariantCulture));
        foreach (var id in _tasks.Values.Where(id => id != _host.Self))
            _host.EndTask(id);

        var many = _made.Count + _removed > ManyGroups;
        foreach (var path in _made.AsEnumerable().Reverse())
            _ = _host.Tree.RemoveDirectory(path);

        RestoreRoot();
        if (many)
            _host.Settle();
    }

    private void RestoreRoot()
    {
        _ = _host.Tree.Write(ResctrlFacts.Directory + "/mode", "shareable\n");
        foreach (var (path, text) in _original.Where(o => o.Key.EndsWith("schemata", StringComparison.Ordinal)))
            _ = _host.Tree.Write(path, text);

        var control = Cgroups + "/cgroup.subtree_control";
        _ = _host.Tree.Read(control, out var now);
        var extra = now.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries)
            .Except(
                _original[control].Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries),
                StringComparer.Ordinal
            );
        foreach (var controller in extra)
            _ = _host.Tree.Write(control, "-" + controller);
    }
}
