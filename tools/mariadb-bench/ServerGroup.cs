using RgPolicy.Host.Facts;

namespace RgPolicy.MariaDbBench;

/// <summary>A CPU group of a server's own, as a service manager gives one: pools are made in it, and no other program's
/// beside them.</summary>
internal sealed class ServerGroup : IDisposable
{
    private readonly string? _directory;
    private readonly string? _parent;

    private ServerGroup(string? parent, string? directory) => (_parent, _directory) = (parent, directory);

    /// <summary>Makes one and puts the server into it; without cgroup version 1 the server stays where it is.</summary>
    public static ServerGroup Of(int server)
    {
        if (CgroupHierarchy.Find(FileRoot.Machine, server) is not { Version: 1, Directory: var parent })
            return new ServerGroup(null, null);
        var directory = Path.Join(parent, string.Create(CultureInfo.InvariantCulture, $"mariadb-bench-{server}"));
        Directory.CreateDirectory(directory);
        Enter(directory, server);
        return new ServerGroup(parent, directory);
    }

    public void Dispose()
    {
        if (_directory is null || _parent is null)
            return;
        foreach (var member in File.ReadAllLines(Path.Join(_directory, "cgroup.procs")))
            Enter(_parent, int.Parse(member, CultureInfo.InvariantCulture));
        Directory.Delete(_directory);
    }

    private static void Enter(string directory, int process) =>
        File.WriteAllText(Path.Join(directory, "cgroup.procs"), process.ToString(CultureInfo.InvariantCulture));
}
