using System.Net.Sockets;
using System.Runtime.InteropServices;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Clients that mean ill or are not allowed in.</summary>
[Collection(HostCollection.Name)]
public sealed class ClientTests
{
    // setresuid(2).
    private static readonly nint SetUsers = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 117 : 147;

    [RootFact]
    public async Task Hostile_Messages_AreRefusedAndOthersAreServed()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = 0.5 }], CancellationToken.None);
        var before = server.Snapshot();
        string[] messages =
        [
            "{\"verb\":\"exec\",\"path\":\"/bin/sh\"}",
            "{\"verb\":\"move\",\"moves\":[{\"processId\":0,\"pool\":1}]}",
            "{\"verb\":\"move\",\"moves\":[{\"processId\":" + server.Children[0] + ",\"pool\":1}]}",
            "{\"verb\":\"configure\",\"pools\":[]}",
            "{\"verb\":\"release\"}",
            new string('x', 60000),
            "{\"verb\":\"state\"" + new string(' ', 80000) + "}",
        ];
        foreach (var message in messages)
        {
            Assert.DoesNotContain(
                "\"pools\"",
                Ask(sidecar.Socket, Encoding.UTF8.GetBytes(message)),
                StringComparison.Ordinal
            );
        }

        // The kernel itself may refuse to carry so much in one message.
        _ = Ask(sidecar.Socket, new byte[1024 * 1024]);
        Assert.Equal(before, server.Snapshot());
        var state = await client.GetStateAsync(CancellationToken.None);
        Assert.Single(state.Pools);
        Assert.Empty(state.Moved);
    }

    [RootFact]
    public async Task Clients_ManyIdleOnes_TheHolderIsNeverDropped()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = 0.5 }], CancellationToken.None);
        var idle = Enumerable.Range(0, 30).Select(_ => Connect(sidecar.Socket)).ToArray();

        await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
        await client.MoveAsync([new(server.Children[0], 1)], CancellationToken.None);

        Assert.Contains("/rgp_1 ", server.Snapshot()[0], StringComparison.Ordinal);
        Array.ForEach(idle, s => s.Dispose());
    }

    [RootFact]
    public async Task Peer_OfAnotherUser_MayNotConnect()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        // As if an administrator had opened the socket for everybody: the credentials still decide.
        _ = Libc.ChangeMode(sidecar.Socket, 0b110_110_110);
        _ = Libc.ChangeMode(sidecar.Directory, 0b111_101_101);
        var answer = "not asked";
        var thread = new Thread(() => answer = AskAsNobody(sidecar.Socket));
        thread.Start();
        thread.Join();

        Assert.Equal(string.Empty, answer);
        Eventually.True(
            () => sidecar.Said.Contains("may not connect", StringComparison.Ordinal),
            "the refusal is said"
        );
    }

    [RootFact]
    public async Task Socket_AndItsDirectory_AreForOwnerAndGroupOnly()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server, "--client-gid", "12345");
        await using var client = await sidecar.ConnectAsync();

        Assert.Equal(0b110_110_000, FileOwner.Read(sidecar.Socket)!.Value.Mode & 0xFFF);
        Assert.Equal(0b110_000_000, FileOwner.Read(Path.Join(sidecar.Directory, "journal"))!.Value.Mode & 0xFFF);
    }

    // The raw call changes the calling thread alone, and the saved user lets it come back.
    private static string AskAsNobody(string socket)
    {
        if (Libc.SystemCall(SetUsers, 65534, 65534, (nint)0) != 0)
            return "the user could not be changed";

        var answer = Ask(socket, Encoding.UTF8.GetBytes("{\"verb\":\"state\"}"));
        _ = Libc.SystemCall(SetUsers, 0, 0, (nint)0);
        return answer;
    }

    private static Socket Connect(string path)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Seqpacket, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint(path));
        return socket;
    }

    private static string Ask(string path, byte[] message)
    {
        using var socket = Connect(path);
        try
        {
            _ = socket.Send(message);
            var buffer = new byte[WireCodec.MaxMessageBytes];
            return Encoding.UTF8.GetString(buffer, 0, socket.Receive(buffer));
        }
        catch (SocketException)
        {
            return string.Empty;
        }
    }
}
