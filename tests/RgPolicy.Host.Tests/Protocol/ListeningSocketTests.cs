using System.Net.Sockets;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Tests.Protocol;

/// <summary>A socket's file says that connections are accepted.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class ListeningSocketTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-ls-").FullName;

    [Fact]
    public async Task Open_WhoeverFindsTheFile_CanConnect()
    {
        for (var round = 0; round < 100; round++)
        {
            var path = Path.Join(_directory, $"{round}.sock");
            var client = Task.Run(() => ConnectWhenThere(path));

            using var socket = ListeningSocket.Open(path, SocketType.Stream, 8, _ => { });

            await client;
        }
    }

    [Fact]
    public void Open_BeforeTheFileHasItsName_IsRestricted()
    {
        var path = Path.Join(_directory, "s.sock");
        var wasThere = true;

        using var socket = ListeningSocket.Open(
            path,
            SocketType.Seqpacket,
            8,
            file =>
            {
                wasThere = File.Exists(path);
                File.SetUnixFileMode(file, UnixFileMode.UserRead);
            }
        );

        Assert.False(wasThere);
        Assert.Equal(UnixFileMode.UserRead, File.GetUnixFileMode(path));
        Assert.Equal([path], Directory.GetFiles(_directory));
    }

    [Fact]
    public void Open_ThePlaceOfAnotherSocket_TakesIt()
    {
        var path = Path.Join(_directory, "s.sock");
        ListeningSocket.Open(path, SocketType.Stream, 8, _ => { }).Dispose();

        using var socket = ListeningSocket.Open(path, SocketType.Stream, 8, _ => { });

        ConnectWhenThere(path);
    }

    [Theory]
    [InlineData("s")]
    [InlineData("_")]
    [InlineData(".s")]
    public void Open_ShortName_Listens(string name)
    {
        var path = Path.Join(_directory, name);

        using var socket = ListeningSocket.Open(path, SocketType.Stream, 8, _ => { });

        ConnectWhenThere(path);
        Assert.Equal([path], Directory.GetFiles(_directory));
    }

    [Fact]
    public void Open_LongestPath_Listens()
    {
        var path = Path.Join(_directory, new string('s', 106 - _directory.Length));

        using var socket = ListeningSocket.Open(path, SocketType.Stream, 8, _ => { });

        Assert.Equal(107, path.Length);
        ConnectWhenThere(path);
    }

    [Fact]
    public void Open_NoDirectory_LeavesNothing()
    {
        var path = Path.Join(_directory, "none", "s.sock");

        Assert.ThrowsAny<Exception>(() => ListeningSocket.Open(path, SocketType.Stream, 8, _ => { }));

        Assert.Empty(Directory.GetFileSystemEntries(_directory));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private static void ConnectWhenThere(string path)
    {
        SpinWait.SpinUntil(() => File.Exists(path));
        using var client = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        client.Connect(new UnixDomainSocketEndPoint(path));
    }
}
