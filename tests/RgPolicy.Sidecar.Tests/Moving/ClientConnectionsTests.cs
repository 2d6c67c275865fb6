using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Servers;
using RgPolicy.Testing.Host;

namespace RgPolicy.Sidecar.Tests.Moving;

/// <summary>Who has a client, told by the kernel's tables as files of a test show them.</summary>
public sealed class ClientConnectionsTests : IDisposable
{
    private const string TcpHeader =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    private const string UnixHeader = "Num       RefCount Protocol Flags    Type St Inode Path\n";
    private static readonly Postmaster Server = new(10, 1, 26);
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-sockets-").FullName;

    public ClientConnectionsTests()
    {
        Open(10, 100, 101);
        Tables(string.Empty, string.Empty);
    }

    [Theory]
    [InlineData(nameof(ConnectionKind.None))]
    [InlineData(nameof(ConnectionKind.Accepted), 200)]
    [InlineData(nameof(ConnectionKind.Accepted), 300, 201)]
    [InlineData(nameof(ConnectionKind.None), 300)]
    [InlineData(nameof(ConnectionKind.None), 301)]
    [InlineData(nameof(ConnectionKind.None), 302)]
    [InlineData(nameof(ConnectionKind.Broken), 999)]
    [InlineData(nameof(ConnectionKind.Accepted), 999, 200)]
    public void KindOf_SocketsOfAChild(string expected, params int[] sockets)
    {
        Open(20, sockets);

        Assert.Equal(expected, KindOf(new ClientConnections(Root), 20).ToString());
    }

    [Fact]
    public void KindOf_ConnectionThatIsNewerThanTheTable_IsFound()
    {
        var connections = new ClientConnections(Root);
        Open(20, 200);
        Assert.Equal(ConnectionKind.Accepted, KindOf(connections, 20));
        Tables("3: 0100007F:1538 0100007F:9999 01 0:0 0:0 0 26 0 210 1\n", string.Empty);
        Open(21, 210);

        Assert.Equal(ConnectionKind.Accepted, KindOf(connections, 21));
        File.Delete(Path.Join(_directory, "proc/21/fd/0"));
        Assert.Equal(ConnectionKind.Accepted, KindOf(connections, 21));
    }

    [Fact]
    public void KindOf_WhereTheKernelShowsNothing_IsUnknown()
    {
        Assert.Equal(ConnectionKind.Unknown, KindOf(new ClientConnections(Root), 77));
        Open(20, 200);
        File.Delete(Path.Join(_directory, "proc/10/net/unix"));
        Assert.Equal(ConnectionKind.Unknown, KindOf(new ClientConnections(Root), 20));
    }

    [Theory]
    [InlineData("/proc/20/fd", KernelError.AccessDenied)]
    [InlineData("/proc/20/fd/0", KernelError.AccessDenied)]
    [InlineData("/proc/20/fd/pipe", KernelError.AccessDenied)]
    [InlineData("/proc/20/fd/pipe", KernelError.NotPermitted)]
    [InlineData("/proc/10/fd", KernelError.AccessDenied)]
    [InlineData("/proc/10/fd/1", KernelError.AccessDenied)]
    [InlineData("/proc/10/net/unix", KernelError.AccessDenied)]
    [InlineData("/proc/10/net/tcp", KernelError.AccessDenied)]
    public void KindOf_WhatTheKernelRefuses_IsUnknownAndTheTargetRefused(string path, int error)
    {
        Open(20, 200);
        Identity(10, group: 26);
        Identity(20, group: 26);
        Title(20, "postgres: app shop [local] SELECT");
        var root = new FaultyTree(_directory).Refuse(path, error).Root;

        Assert.Equal(ConnectionKind.Unknown, KindOf(new ClientConnections(root), 20));
        var stat = new ProcessStat(20, "postgres", 'S', 10, 20, false, false, 20);
        Assert.Contains(
            "does not let the sidecar see",
            new TargetCheck(root, guard: 5, movesBackgroundWorkers: true).Refuse(stat, Server, isClient: true),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void KindOf_LinkThatIsGoneMeanwhile_IsLeftOut()
    {
        Open(20, 200);
        var root = new FaultyTree(_directory).Refuse("/proc/20/fd/pipe", KernelError.NoEntry).Root;

        Assert.Equal(ConnectionKind.Accepted, KindOf(new ClientConnections(root), 20));
    }

    [Theory]
    [InlineData(26, "26", "26", "security module")]
    [InlineData(26, "26", "987", "runs with group 987, the server with 26")]
    [InlineData(26, "0", "987", "runs with user 0, the server with 26")]
    public void Try_LinkThatCannotBeRead_SaysTheCause(int group, string ownUser, string ownGroup, string cause)
    {
        Open(20, 200);
        Identity(20, group);
        Write(Environment.ProcessId, "status", Lines(ownUser, ownGroup));
        Write(10, "task/10/children", "20 ");
        var tree = new FaultyTree(_directory).Refuse("/proc/20/fd/0", KernelError.AccessDenied);

        var block = ConnectionAccess.Try(tree.Root, Server);

        Assert.Contains("/proc/20/fd cannot be read", block?.Reason, StringComparison.Ordinal);
        Assert.Contains(cause, block?.Reason, StringComparison.Ordinal);
        Assert.NotNull(block?.Fix);
    }

    [Fact]
    public void Try_WhereAllCanBeRead_IsNull()
    {
        Open(20, 200);
        Write(10, "task/10/children", "20 ");

        Assert.Null(ConnectionAccess.Try(new FaultyTree(_directory).Root, Server));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private FileRoot Root => new(_directory);

    private static ConnectionKind KindOf(ClientConnections connections, int id) =>
        connections.KindOf(new ProcessStat(id, "postgres", 'S', 10, id, false, false, (ulong)id), Server);

    private void Open(int process, params int[] sockets)
    {
        var directory = Directory.CreateDirectory(Path.Join(_directory, $"proc/{process}/fd")).FullName;
        for (var i = 0; i < sockets.Length; i++)
        {
            File.CreateSymbolicLink(
                Path.Join(directory, i.ToString(CultureInfo.InvariantCulture)),
                $"socket:[{sockets[i]}]"
            );
        }

        File.CreateSymbolicLink(Path.Join(directory, "pipe"), "pipe:[200]");
    }

    private void Identity(int process, int group) =>
        Write(process, "status", Lines("26", group.ToString(CultureInfo.InvariantCulture)));

    private static string Lines(string user, string group) =>
        $"Name:\tpostgres\nUid:\t{user}\t{user}\t{user}\t{user}\nGid:\t{group}\t{group}\t{group}\t{group}\n";

    private void Title(int process, string title) => Write(process, "cmdline", title + "\0");

    private void Write(int process, string name, string text)
    {
        var path = Path.Join(_directory, $"proc/{process}/{name}");
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    // The server listens at port 0x1538 and at a path; 300 to 302 are ends of others' making.
    private void Tables(string moreTcp, string moreUnix)
    {
        var directory = Directory.CreateDirectory(Path.Join(_directory, "proc/10/net")).FullName;
        File.WriteAllText(
            Path.Join(directory, "tcp"),
            TcpHeader
                + "0: 0100007F:1538 00000000:0000 0A 0:0 0:0 0 26 0 100 1\n"
                + "1: 0100007F:1538 0100007F:8888 01 0:0 0:0 0 26 0 200 1\n"
                + "2: 0100007F:8889 0100007F:1538 01 0:0 0:0 0 26 0 300 1\n"
                + moreTcp
        );
        File.WriteAllText(
            Path.Join(directory, "unix"),
            UnixHeader
                + "0000: 00000002 00000000 00010000 0001 01 101 /run/pg/.s.PGSQL.5432\n"
                + "0000: 00000003 00000000 00000000 0001 03 201 /run/pg/.s.PGSQL.5432\n"
                + "0000: 00000003 00000000 00000000 0001 03 301\n"
                + moreUnix
        );
        File.WriteAllText(
            Path.Join(directory, "udp"),
            "  sl  local_address\n 5: 0100007F:1111 00000000:0000 07 0:0 0:0 0 26 0 302 2 0 0\n"
        );
    }
}
