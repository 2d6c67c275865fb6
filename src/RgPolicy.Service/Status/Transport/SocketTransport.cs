using System.Net.Sockets;

namespace RgPolicy.Service.Status.Transport;

/// <summary>A Unix socket.</summary>
internal sealed class SocketTransport(string path) : IStatusTransport
{
    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(20);

    public string WhoMayOrder => "Only root and the user that runs the service may order this: use sudo.";

    public IStatusListener Listen() => IsServed()
        ? throw new IOException("another service is running there; name another place with --status-socket.")
        : new SocketListener(path);

    public async Task<(Stream? Stream, string? Refusal)> ConnectAsync(CancellationToken cancellationToken)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await ConnectAsync(socket, cancellationToken);
            return (new NetworkStream(socket, ownsSocket: true), null);
        }
        catch (SocketException denied) when (denied.SocketErrorCode == SocketError.AccessDenied)
        {
            socket.Dispose();
            return (null, $"No permission for {path}: ask as the user that runs the service, or as root.");
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

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
