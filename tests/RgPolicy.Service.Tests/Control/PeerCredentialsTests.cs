using System.Net.Sockets;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Tests.Control;

public sealed class PeerCredentialsTests
{
    [Fact]
    public async Task Of_AConnection_IsWhoConnected()
    {
        var path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        using var client = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(1);
        await client.ConnectAsync(new UnixDomainSocketEndPoint(path));
        using var accepted = await listener.AcceptAsync();

        var peer = PeerCredentials.Of(accepted);

        Assert.Equal(Environment.ProcessId, peer?.ProcessId);
        Assert.Equal(ProcessUser.Read(FileRoot.Machine, Environment.ProcessId), peer?.UserId);
        File.Delete(path);
    }

    [Theory]
    [InlineData(0, 26, true)]
    [InlineData(26, 26, true)]
    [InlineData(27, 26, false)]
    [InlineData(27, null, false)]
    public void MayOperate_OnlyRootAndTheServicesUser_May(int peer, int? own, bool expected) =>
        Assert.Equal(expected, new PeerCredentials(1, peer).MayOperate(own));
}
