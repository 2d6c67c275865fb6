using System.Net.Sockets;
using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Tests.Client;

public sealed class SidecarClientTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-client-").FullName;

    private string SocketPath => Path.Join(_directory, "s");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Connect_NoSocket_SaysHowToStartIt()
    {
        var error = await Assert.ThrowsAsync<SidecarException>(() => ConnectAsync(TimeSpan.FromSeconds(5)));

        Assert.Contains("rgp-sidecar guard", error.Message, StringComparison.Ordinal);
        Assert.Contains(SocketPath, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_PathTooLong_SaysSo()
    {
        var path = "/" + new string('x', 300);

        var error = await Assert.ThrowsAsync<SidecarException>(() =>
            SidecarClient.ConnectAsync(path, TimeSpan.FromSeconds(5), CancellationToken.None)
        );

        Assert.Contains("107 bytes", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ask_NoAnswer_TimesOutAndTheClientIsLost()
    {
        using var listener = Listen();
        await using var client = await ConnectAsync(TimeSpan.FromMilliseconds(50));

        var error = await Assert.ThrowsAsync<SidecarException>(() =>
            client.HeartbeatAsync(relaxed: false, CancellationToken.None)
        );

        Assert.Contains("did not answer", error.Message, StringComparison.Ordinal);
        Assert.True(client.IsLost);
        await Assert.ThrowsAsync<SidecarException>(() => client.HeartbeatAsync(relaxed: false, CancellationToken.None));
    }

    [Theory]
    [InlineData("{\"error\":\"no\"}", "refused: no.", false)]
    [InlineData("garbage", "not understood", true)]
    [InlineData("{}", "not understood", true)]
    [InlineData("", "ended the connection", true)]
    public async Task Ask_Answer_BecomesAMessage(string answer, string expected, bool lost)
    {
        using var listener = Listen();
        await using var client = await ConnectAsync(TimeSpan.FromSeconds(5));
        using var server = await listener.AcceptAsync();
        var asking = client.GetStateAsync(CancellationToken.None);
        await server.ReceiveAsync(new byte[1000]);
        if (answer.Length == 0)
            server.Dispose();
        else
            await server.SendAsync(System.Text.Encoding.UTF8.GetBytes(answer));

        var error = await Assert.ThrowsAsync<SidecarException>(() => asking);

        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
        Assert.Equal(lost, client.IsLost);
    }

    [Fact]
    public async Task Move_ManyMoves_TravelInSeveralRequestsAndComeBackInOrder()
    {
        using var listener = Listen();
        await using var client = await ConnectAsync(TimeSpan.FromSeconds(5));
        using var server = await listener.AcceptAsync();
        MoveRequest[] moves = [.. Enumerable.Range(2, 600).Select(i => new MoveRequest(i, 1))];

        var moving = client.MoveAsync(moves, CancellationToken.None);
        var parts = new List<int>();
        var buffer = new byte[WireCodec.MaxMessageBytes];
        while (parts.Sum() < moves.Length)
        {
            var count = await server.ReceiveAsync(buffer);
            var request = WireCodec.DecodeRequest(buffer.AsSpan(0, count), out _)!;
            parts.Add(request.Moves!.Count);
            var outcomes = request
                .Moves.Select(m => new MoveOutcome(m.ProcessId, m.Pool, MoveStatus.Done, string.Empty))
                .ToArray();
            await server.SendAsync(WireCodec.Encode(new WireAnswer { Moves = outcomes }));
        }

        Assert.Equal(moves.Select(m => m.ProcessId), (await moving).Select(o => o.ProcessId));
        Assert.Equal([256, 256, 88], parts);
    }

    private Task<SidecarClient> ConnectAsync(TimeSpan timeout) =>
        SidecarClient.ConnectAsync(SocketPath, timeout, CancellationToken.None);

    private Socket Listen()
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Seqpacket, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(SocketPath));
        socket.Listen(1);
        return socket;
    }
}
