using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A process with children that compute without end, each in a session of its own, all on one CPU and in a
/// cgroup of their own or at the root.</summary>
internal sealed class BusyServer : IDisposable
{
    private const string Loop = "while :; do :; done";
    private readonly Process _process;
    private readonly string? _group;

    private BusyServer(Process process, string? group) => (_process, _group) = (process, group);

    internal int ProcessId => _process.Id;

    internal int[] Children =>
        [
            .. (FileRoot.Machine.ReadTrimmed($"/proc/{ProcessId}/task/{ProcessId}/children") ?? "")
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Select(id => int.Parse(id, CultureInfo.InvariantCulture)),
        ];

    internal static BusyServer Start(int children, int cpu, bool asNobody = false, bool atRoot = false)
    {
        var here = CgroupHierarchy.Find(FileRoot.Machine, Environment.ProcessId)!;
        var top = CgroupHierarchy.DirectoryOf(FileRoot.Machine, here.Version, "/")!;
        if (here.Version == 2)
            Assert.Equal(0, KernelFile.Write(top + "/cgroup.subtree_control", "+cpu"));

        var group = atRoot ? null : Path.Join(top, $"rgptest_busy_{Environment.ProcessId}_{children}");
        if (group is not null)
            Assert.Equal(0, KernelFile.MakeDirectory(group));

        // It starts its children only once it is in its group.
        var script = $"read go; i=0; while [ $i -lt {children} ]; do setsid sh -c '{Loop}' & i=$((i+1)); done; wait";
        string[] user = asNobody ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
        var start = new ProcessStartInfo(
            "taskset",
            ["-c", cpu.ToString(CultureInfo.InvariantCulture), .. user, "sh", "-c", script]
        )
        {
            RedirectStandardInput = true,
            UseShellExecute = false,
        };
        var server = new BusyServer(Process.Start(start)!, group);
        Assert.Equal(
            0,
            KernelFile.Write((group ?? top) + "/cgroup.procs", server.ProcessId.ToString(CultureInfo.InvariantCulture))
        );
        server._process.StandardInput.WriteLine("go");
        Eventually.True(() => server.Children.Length == children, "the children run");
        return server;
    }

    /// <summary>Processor time of a child, nanoseconds.</summary>
    internal static long Time(int child) =>
        long.Parse(
            (FileRoot.Machine.ReadText($"/proc/{child}/schedstat") ?? "").Split(' ')[0],
            CultureInfo.InvariantCulture
        );

    public void Dispose()
    {
        foreach (var id in Children.Append(ProcessId))
            _ = Libc.Kill(id, 9);

        _process.WaitForExit();
        _process.Dispose();
        if (_group is null)
            return;

        for (var i = 0; i < 1000 && KernelFile.RemoveDirectory(_group) == Errno.Busy; i++)
            Pause.Milliseconds(10);

        Assert.False(Directory.Exists(_group), $"{_group} is left behind");
    }
}
