using System.Net.Sockets;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Serving;

/// <summary>The socket on which clients arrive.</summary>
internal sealed class MoverListener : IDisposable
{
    private const int Backlog = 8;
    private const uint SocketMode = 0b110_110_000;

    private readonly Socket _socket;
    private readonly GuardOptions _options;

    private MoverListener(Socket socket, GuardOptions options)
    {
        _socket = socket;
        _options = options;
    }

    internal int Descriptor => (int)_socket.Handle;

    /// <summary>Listens, or returns null with the problem.</summary>
    internal static MoverListener? Open(GuardOptions options, out string problem)
    {
        var path = options.SocketPath;
        problem = ClearPath(path) ?? string.Empty;
        if (problem.Length > 0)
            return null;

        try
        {
            var socket = ListeningSocket.Open(path, SocketType.Seqpacket, Backlog, file => Restrict(file, options));
            socket.Blocking = false;
            return new MoverListener(socket, options);
        }
        catch (Exception e)
            when (e is SocketException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            problem = $"the socket {path} cannot be opened: {e.Message}";
            return null;
        }
    }

    /// <summary>The next client that is allowed in, or null.</summary>
    internal ClientConnection? Accept(SidecarLog log)
    {
        Socket socket;
        try
        {
            socket = _socket.Accept();
        }
        catch (SocketException)
        {
            return null;
        }

        var client = new ClientConnection(socket);
        if (IsAllowed(client))
            return client;

        log.LineOfClient(
            $"process {client.ProcessId} of user {client.UserId} may not connect: see --client-uid and --client-gid"
        );
        client.Dispose();
        return null;
    }

    public void Dispose()
    {
        File.Delete(_options.SocketPath);
        _socket.Dispose();
    }

    private static void Restrict(string file, GuardOptions options)
    {
        _ = Libc.ChangeMode(file, SocketMode);
        _ = options.ClientGroup is { } group ? Libc.ChangeOwner(file, Libc.GetUser(), group) : 0;
    }

    private bool IsAllowed(ClientConnection client) =>
        client.UserId == 0
        || client.UserId == Libc.GetUser()
        || _options.ClientUsers.Contains(client.UserId)
        || (_options.ClientGroup is { } group && client.IsInGroup(group));

    // The socket of a mover that was killed is still there; one that is listened on is not ours to take.
    private static string? ClearPath(string path)
    {
        if (FileOwner.Read(path) is not { } found)
            return null;

        if (!found.IsSocket)
            return $"{path} is there and is not a socket";

        try
        {
            using var probe = new Socket(AddressFamily.Unix, SocketType.Seqpacket, ProtocolType.Unspecified);
            probe.Connect(new UnixDomainSocketEndPoint(path));
            return $"another program listens on {path}";
        }
        catch (SocketException)
        {
            File.Delete(path);
            return null;
        }
    }
}
