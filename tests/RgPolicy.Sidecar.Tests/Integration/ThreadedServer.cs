using MySqlConnector;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A MariaDB in a cgroup of its own, with three sessions that are idle.</summary>
internal sealed class ThreadedServer : IAsyncDisposable
{
    private const int Sessions = 3;
    private readonly MariaDbServer _server;
    private readonly List<MySqlConnection> _sessions = [];
    private readonly CgroupHierarchy _home;

    private ThreadedServer(MariaDbServer server, CgroupHierarchy home) => (_server, _home) = (server, home);

    internal int ProcessId => _server.ProcessId;

    /// <summary>The sessions' threads.</summary>
    internal List<int> Threads { get; } = [];

    internal string Group => _home.Directory;

    internal static async Task<ThreadedServer> StartAsync()
    {
        var mariaDb = await MariaDbServer.StartAsync();
        var here = CgroupHierarchy.Find(FileRoot.Machine, Environment.ProcessId)!;
        var top = CgroupHierarchy.DirectoryOf(FileRoot.Machine, here.Version, "/")!;
        var name = string.Create(CultureInfo.InvariantCulture, $"rgptest_threads_{mariaDb.ProcessId}");
        var home = new CgroupHierarchy(here.Version, "/" + name, Path.Join(top, name));
        Assert.Equal(0, KernelFile.MakeDirectory(home.Directory));
        Assert.Equal(0, KernelFile.Write(home.Directory + "/cgroup.procs", $"{mariaDb.ProcessId}"));
        var server = new ThreadedServer(mariaDb, home);
        for (var session = 0; session < Sessions; session++)
        {
            server._sessions.Add(await mariaDb.OpenAsync());
            await using var command = new MySqlCommand(
                "SELECT TID FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()",
                server._sessions[^1]
            );
            server.Threads.Add(Convert.ToInt32(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture));
        }

        return server;
    }

    /// <summary>All of the server's threads as text to compare: group, CPUs and the rest.</summary>
    internal string[] Snapshot() => [.. All().Select(id => $"{id} {FakeServer.Snapshot(id)}")];

    /// <summary>The server's threads that are in another group than its own.</summary>
    internal int[] Elsewhere() =>
        [
            .. All()
                .Where(id => CgroupHierarchy.PathOf(FileRoot.Machine, _home.Version, id) is { } at && at != _home.Path),
        ];

    /// <summary>Our groups below the server's.</summary>
    internal string[] PoolGroups() => [.. FileRoot.Machine.DirectoryNames(Group).Where(GroupName.IsOurs)];

    public async ValueTask DisposeAsync()
    {
        foreach (var session in _sessions)
            await session.DisposeAsync();

        await _server.DisposeAsync();
        Eventually.True(() => KernelFile.RemoveDirectory(Group) != Errno.Busy, "the server's group is removed");
    }

    private IEnumerable<int> All() => ThreadGroup.Others(FileRoot.Machine, ProcessId).Prepend(ProcessId).Order();
}
