using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A main process and children with a client's connection and a title each, as PostgreSQL has them, in a cgroup
/// of their own.</summary>
internal sealed class FakeServer : IDisposable
{
    private const int Nobody = 65534;
    private static int s_count;
    private static int s_sockets;
    private readonly Process _process;
    private readonly string _group;
    private readonly string? _readGroup;

    private FakeServer(Process process, string group)
    {
        _process = process;
        _group = group;
        _readGroup = IsOwn ? MakeReadGroup(Path.GetFileName(group)) : null;
        Children = [];
    }

    internal int ProcessId => _process.Id;

    internal int[] Children { get; private set; }

    internal string Group => _group;

    internal static FakeServer Start(
        int children = 3,
        bool asNobody = false,
        ServerPlace place = ServerPlace.OwnGroup,
        string workingDirectory = ""
    )
    {
        string[] command =
        [
            .. asNobody
                ? ["setpriv", $"--reuid={Nobody}", $"--regid={Nobody}", "--clear-groups"]
                : Array.Empty<string>(),
            "perl",
            Path.Join(AppContext.BaseDirectory, "fake-server.pl"),
            children.ToString(CultureInfo.InvariantCulture),
            $"rgptest_{Environment.ProcessId}_{Interlocked.Increment(ref s_sockets)}",
        ];
        var start = new ProcessStartInfo(command[0]) { WorkingDirectory = workingDirectory };
        foreach (var word in command[1..])
            start.ArgumentList.Add(word);

        var server = new FakeServer(Process.Start(start)!, MakeGroup(place));
        server.WaitForChildren(children);
        if (place != ServerPlace.AsStarted)
        {
            foreach (var id in server.Children.Append(server.ProcessId))
                server.Enter(id.ToString(CultureInfo.InvariantCulture));
        }

        return server;
    }

    /// <summary>All that can be governed of each child, as text to compare.</summary>
    internal string[] Snapshot() => [.. Children.Select(Snapshot)];

    internal static string Snapshot(int child)
    {
        var hierarchy = CgroupHierarchy.Find(FileRoot.Machine, child);
        var affinity = Scheduling.GetAffinity(child);
        var cache = CacheMembership.Read(FileRoot.Machine, child, child);
        var reads = CgroupHierarchy.ReadPathOf(FileRoot.Machine, child) is { Length: > 1 } path
            ? $" reads={path}"
            : string.Empty;
        return $"{hierarchy?.Path} cpus={(affinity is { } a ? CpuList.Format(a) : "?")} "
            + $"io={Scheduling.GetIoPriority(child)} resctrl={cache.Control}{reads}";
    }

    /// <summary>Our groups that limit reads, below the server's.</summary>
    internal string[] ReadGroups() =>
        _readGroup is null ? [] : [.. FileRoot.Machine.DirectoryNames(_readGroup).Where(GroupName.IsOurs)];

    /// <summary>Our groups below the server's.</summary>
    internal string[] PoolGroups() => [.. FileRoot.Machine.DirectoryNames(_group).Where(GroupName.IsOurs)];

    public void Dispose()
    {
        foreach (var id in Children.Append(ProcessId))
            _ = Libc.Kill(id, 9);

        _process.WaitForExit();
        _process.Dispose();
        // A process that has ended keeps the group until its parent has collected it.
        foreach (var group in new[] { IsOwn ? _group : null, _readGroup }.OfType<string>())
        {
            for (var i = 0; i < 1000 && KernelFile.RemoveDirectory(group) == Errno.Busy; i++)
                Pause.Milliseconds(10);

            Assert.False(Directory.Exists(group), $"{group} is left behind");
        }
    }

    private static string MakeGroup(ServerPlace place)
    {
        var here = CgroupHierarchy.Find(FileRoot.Machine, Environment.ProcessId)!;
        if (place == ServerPlace.AsStarted)
            return here.Directory;

        var top = CgroupHierarchy.DirectoryOf(FileRoot.Machine, here.Version, "/")!;
        if (here.Version == 2)
        {
            var word = place == ServerPlace.WithoutCpu ? "-cpu" : "+cpu";
            Assert.Equal(0, KernelFile.Write(top + "/cgroup.subtree_control", word));
            _ = KernelFile.Write(top + "/cgroup.subtree_control", "+cpuset");
        }

        var name = $"rgptest_{Environment.ProcessId}_{Interlocked.Increment(ref s_count)}";
        var group = Path.Join(top, name);
        Assert.Equal(0, KernelFile.MakeDirectory(group));
        return group;
    }

    // Null where nothing limits reads, or where its groups cannot be made, as in a container.
    private static string? MakeReadGroup(string name)
    {
        var group = CgroupHierarchy.LimitsReads(FileRoot.Machine)
            ? CgroupHierarchy.ReadDirectoryOf(FileRoot.Machine, "/" + name)
            : null;
        return group is not null && KernelFile.MakeDirectory(group) == 0 ? group : null;
    }

    private void Enter(string id)
    {
        Assert.Equal(0, KernelFile.Write(_group + "/cgroup.procs", id));
        if (_readGroup is not null)
            Assert.Equal(0, KernelFile.Write(_readGroup + "/cgroup.procs", id));
    }

    private bool IsOwn => Path.GetFileName(_group).StartsWith("rgptest_", StringComparison.Ordinal);

    private void WaitForChildren(int count)
    {
        var file = $"/proc/{ProcessId}/task/{ProcessId}/children";
        Eventually.True(() => Read(file).Length == count && Read(file).All(HasTitle), "the children run");
        Children = Read(file);
    }

    private static bool HasTitle(int id) =>
        ServerTitle.IsSet(FileRoot.Machine.ReadText($"/proc/{id}/cmdline") ?? string.Empty);

    private static int[] Read(string file) =>
        [
            .. (FileRoot.Machine.ReadTrimmed(file) ?? string.Empty)
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Select(t => int.Parse(t, CultureInfo.InvariantCulture)),
        ];
}
