using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Chaos;

/// <summary>Another manager on the same kernel: at random moments he makes, changes, fills and removes
/// groups of his own.</summary>
internal sealed class ForeignManager : IDisposable
{
    private static readonly string[] Names = ["foreign", "rgp_x", "rgpother_1"];
    private readonly Random _random;
    private readonly Process _task = Process.Start("sleep", "100000");
    private readonly string[] _directories;
    private readonly string _weight;
    private readonly Thread _thread;
    private readonly object _turn = new();
    private volatile bool _isOver;
    private string _left = string.Empty;

    internal ForeignManager(string cgroups, int version, int seed)
    {
        _random = new Random(seed);
        _weight = CpuGroups.Weight(version, 1).File;
        var caches = Directory.Exists(ResctrlFacts.Directory + "/info")
            ? Names.Select(n => $"{ResctrlFacts.Directory}/{n}")
            : [];
        _directories = [.. Names.Select(n => Path.Join(cgroups, n)), .. caches];
        _left = Snapshot();
        _thread = new Thread(Edit) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>How many edits he has made.</summary>
    internal int Edits { get; private set; }

    /// <summary>What is not as he left it, or null.</summary>
    internal string? Touched()
    {
        lock (_turn)
        {
            var now = Snapshot();
            return now == _left ? null : $"he left:\n{_left}\nfound:\n{now}";
        }
    }

    public void Dispose()
    {
        _isOver = true;
        _thread.Join();
        _task.Kill();
        _task.WaitForExit();
        _task.Dispose();
        foreach (var directory in _directories)
            _ = KernelFile.RemoveDirectory(directory);
    }

    private void Edit()
    {
        while (!_isOver)
        {
            lock (_turn)
            {
                EditOnce(_directories[_random.Next(_directories.Length)]);
                _left = Snapshot();
                Edits++;
            }

            Pause.Milliseconds(_random.Next(4));
        }
    }

    private void EditOnce(string directory)
    {
        var isCache = IsCache(directory);
        var members = isCache ? "/tasks" : "/cgroup.procs";
        _ = _random.Next(5) switch
        {
            0 => KernelFile.MakeDirectory(directory),
            1 => KernelFile.RemoveDirectory(directory),
            2 => isCache
                ? KernelFile.Write(
                    directory + "/schemata",
                    string.Create(CultureInfo.InvariantCulture, $"L3:0={(1 << _random.Next(1, 8)) - 1:x}\n")
                )
                : KernelFile.Write(
                    Path.Join(directory, _weight),
                    string.Create(CultureInfo.InvariantCulture, $"{_random.Next(10, 900)}")
                ),
            3 => KernelFile.Write(directory + members, Id),
            _ => KernelFile.Write(
                isCache ? ResctrlFacts.Directory + "/tasks" : Path.GetDirectoryName(directory) + members,
                Id
            ),
        };
    }

    private string Id => _task.Id.ToString(CultureInfo.InvariantCulture);

    private string Snapshot() => string.Join('\n', _directories.Select(Describe));

    private string Describe(string directory)
    {
        var root = FileRoot.Machine;
        var (values, members) = IsCache(directory) ? ("schemata", "tasks") : (_weight, "cgroup.procs");
        return $"{directory}: {root.ReadTrimmed(Path.Join(directory, values))} "
            + $"[{string.Join(' ', root.ReadLines(Path.Join(directory, members)))}]";
    }

    private static bool IsCache(string directory) =>
        directory.StartsWith(ResctrlFacts.Directory, StringComparison.Ordinal);
}
