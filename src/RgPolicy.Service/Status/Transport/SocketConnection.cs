using System.Net.Sockets;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Status.Transport;

/// <summary>One asker at a Unix socket.</summary>
internal sealed class SocketConnection(Socket socket, int? ownUser) : IStatusConnection
{
    public Stream Stream { get; } = new NetworkStream(socket, ownsSocket: true);

    public StatusAsker? Asker() =>
        PeerCredentials.Of(socket) is { } peer ? new StatusAsker(peer.ToString(), peer.MayOperate(ownUser)) : null;

    public void Dispose() => Stream.Dispose();
}
