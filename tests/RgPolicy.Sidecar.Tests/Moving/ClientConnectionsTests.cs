using System.Globalization;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Servers;

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

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private FileRoot Root => new(_directory);

    private static ConnectionKind KindOf(ClientConnections connections, int id) =>
        connections.KindOf(new ProcessStat(id, "postgres", 'S', 10, id, false, (ulong)id), Server);

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
