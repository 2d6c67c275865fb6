using System.Net.Sockets;
using RgPolicy.Testing.SqlServer;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Dbms.Tests.SqlServer.Loopback;

/// <summary>What a client's bytes are read as, and what becomes of bytes that mean nothing.</summary>
public sealed class ClientMessageTests
{
    private const int Mutations = 3000;

    [Fact]
    public void Read_Login_HasItsTextsAndThePlainPassword()
    {
        var login = LoginRequest.Read(ClientBytes.Login("web1", "shop", "Päss#1", "Shop"));

        Assert.Equal(new LoginRequest("web1", "shop", "Päss#1", "Shop", "", 8000), login);
    }

    [Fact]
    public void Read_Call_HasItsStatementAndArguments()
    {
        var call = ClientBatch.Read(
            new Message(MessageKind.Rpc, ClientBytes.Call("SELECT @number", "@number int", 7, "seven", [1, 2]))
        );

        Assert.Equal(("SELECT @number", true), (call.Text, call.IsCall));
        Assert.Equal(
            (7, "seven", null),
            ((int)call.Arguments["@number"]!, (string)call.Arguments["@text"]!, call.Arguments["@nothing"])
        );
        Assert.Equal([1, 2], (byte[])call.Arguments["@bytes"]!);
    }

    [Fact]
    public void Read_MutatedBytes_AreUnderstoodOrRefused()
    {
        var random = new Random(20261122);
        (Action<byte[]> Read, byte[] Bytes)[] messages =
        [
            (PreLogin.Check, ClientBytes.PreLogin),
            (bytes => LoginRequest.Read(bytes), ClientBytes.Login("host", "login", "password", "app")),
            (bytes => ClientBatch.Read(new Message(MessageKind.Batch, bytes)), ClientBytes.Batch("SELECT 1")),
            (
                bytes => ClientBatch.Read(new Message(MessageKind.Rpc, bytes)),
                ClientBytes.Call("SELECT @text", "@text nvarchar(max)", 1, "text", [3])
            ),
        ];
        var refused = 0;
        for (var mutation = 0; mutation < Mutations; mutation++)
        {
            var (read, bytes) = messages[mutation % messages.Length];
            if (Record.Exception(() => read(Mutated(bytes, random))) is not { } failure)
                continue;
            Assert.IsType<ProtocolException>(failure);
            refused++;
        }

        Assert.InRange(refused, 1, Mutations - 1);
    }

    [Fact]
    public async Task Connection_Nonsense_IsClosedAndTheNextClientIsServed()
    {
        await using var server = ScriptedServer.Start(new ScriptedServerOptions());
        foreach (
            var bytes in (byte[][])
                [
                    [1, 2, 3, 4, 5, 6, 7, 8, 9],
                    ClientBytes.Packet(18, [0, 0xFF, 0xFF]),
                    ClientBytes.Packet(1, []),
                    [0x12, 1, 0, 1, 0, 0, 0, 0],
                ]
        )
        {
            using var client = new TcpClient("127.0.0.1", server.Port);
            var stream = client.GetStream();
            await stream.WriteAsync(bytes);
            client.Client.Shutdown(SocketShutdown.Send);
            // its end, however rude
            await Record.ExceptionAsync(() => stream.CopyToAsync(Stream.Null)).WaitAsync(TimeSpan.FromSeconds(5));
        }

        var answer = await TalkAsync(
            server,
            ClientBytes.Packet(
                3,
                ClientBytes.Call("SELECT @number AS n, @text AS t", "@number int, @text nvarchar(max)", 7, "seven", [])
            )
        );
        Assert.Contains(
            "seven",
            Encoding.Unicode.GetString(answer, 1, answer.Length - 1 & ~1) + Encoding.Unicode.GetString(answer),
            StringComparison.Ordinal
        );
    }

    /// <summary>Logs in by hand, sends a message and returns the body of its answer.</summary>
    private static async Task<byte[]> TalkAsync(ScriptedServer server, byte[] message)
    {
        using var client = new TcpClient("127.0.0.1", server.Port);
        var stream = client.GetStream();
        await stream.WriteAsync(ClientBytes.Packet(18, ClientBytes.PreLogin));
        await PacketAsync(stream);
        await stream.WriteAsync(
            ClientBytes.Packet(16, ClientBytes.Login("host", "sa", ScriptedServer.Password, "by hand"))
        );
        await PacketAsync(stream);
        await stream.WriteAsync(message);
        return await PacketAsync(stream);
    }

    private static async Task<byte[]> PacketAsync(NetworkStream stream)
    {
        var header = new byte[8];
        await stream.ReadExactlyAsync(header);
        var body = new byte[(header[2] << 8 | header[3]) - header.Length];
        await stream.ReadExactlyAsync(body);
        return body;
    }

    private static byte[] Mutated(byte[] bytes, Random random)
    {
        var changed = bytes.ToArray();
        for (var count = random.Next(1, 4); count > 0; count--)
            changed[random.Next(changed.Length)] = (byte)random.Next(256);
        return random.Next(4) == 0 ? changed[..random.Next(changed.Length)] : changed;
    }
}
