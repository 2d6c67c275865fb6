using System.Net.Sockets;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Status.Transport;

/// <summary>A Unix socket, asked and served only where no other user can have made what is there.</summary>
/// <param name="path">The socket.</param>
/// <param name="user">This user.</param>
internal sealed class SocketTransport(string path, int user) : IStatusTransport
{
    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(20);

    public string WhoMayOrder =>
        $"The service of user {Environment.UserName} goes on as it is: only root and that user may "
        + "order this. Use sudo.";

    public IStatusListener Listen() =>
        IsServed()
            ? throw new IOException("another service is running there; name another place with --status-socket.")
            : new SocketListener(path, user);

    public async Task<(Stream? Stream, string? Refusal)> ConnectAsync(CancellationToken cancellationToken)
    {
        if (Refuse(out var server) is { } refusal)
        {
            return (null, refusal);
        }

        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await ConnectAsync(socket, cancellationToken);
            if (PeerCredentials.Of(socket) is { } peer && !SocketPlace.IsTrusted((uint)peer.UserId, user, server))
            {
                socket.Dispose();
                return (null, NotAsked($"{peer} answers at {path}, which does not run RgPolicy for you"));
            }

            return (new NetworkStream(socket, ownsSocket: true), null);
        }
        catch (SocketException denied) when (denied.SocketErrorCode == SocketError.AccessDenied)
        {
            socket.Dispose();
            return (null, $"The service at {path} goes on as it is: this user may not ask it. Use sudo.");
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private string? Refuse(out int? server)
    {
        server = null;
        return
            OperatingSystem.IsWindows()
            || (SocketPlace.Refuse(path, user, out server) ?? SocketPlace.RefuseSocket(path, user, server))
                is not { } refusal
            ? null
            : NotAsked(refusal);
    }

    private static string NotAsked(string refusal) =>
        $"{refusal}: nothing was asked. Name the service's own socket with --status-socket.";

    /// <summary>Waits where too many others wait too.</summary>
    private async Task ConnectAsync(Socket socket, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellationToken);
                return;
            }
            catch (SocketException full) when (full.SocketErrorCode is SocketError.WouldBlock or SocketError.TryAgain)
            {
                await Task.Delay(Breath, cancellationToken);
            }
        }
    }

    private bool IsServed()
    {
        if (!File.Exists(path))
        {
            return false;
        }

        using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            probe.Connect(new UnixDomainSocketEndPoint(path));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
