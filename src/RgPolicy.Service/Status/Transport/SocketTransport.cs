using System.Net.Sockets;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Status.Transport;

/// <summary>A Unix socket, asked and served only where no other user can have made what is there.</summary>
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
            return (null, refusal);

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
            return false;

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

/// <summary>A Unix socket of mode 0660: users who may open it may read.</summary>
internal sealed class SocketListener : IStatusListener
{
    private const UnixFileMode Mode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite;

    private const UnixFileMode DirectoryMode =
        UnixFileMode.UserRead
        | UnixFileMode.UserWrite
        | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead
        | UnixFileMode.GroupExecute;

    // What is made in a directory that all may write, such as /tmp, is this user's alone.
    private const UnixFileMode OwnMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private const int Backlog = 128;

    private readonly string _path;
    private readonly int _ownUser;
    private volatile Socket _socket;

    /// <summary>Takes the place.</summary>
    /// <exception cref="IOException">Another program could answer there.</exception>
    public SocketListener(string path, int ownUser)
    {
        (_path, _ownUser) = (path, ownUser);
        _socket = Listen(path, ownUser);
    }

    public async Task<IStatusConnection> AcceptAsync(CancellationToken cancellationToken) =>
        new SocketConnection(await _socket.AcceptAsync(cancellationToken), _ownUser);

    /// <summary>A socket whose file is gone cannot be reached: another one takes its place.</summary>
    public bool ListenAgainWhereRemoved()
    {
        if (File.Exists(_path))
            return false;

        _socket.Dispose();
        _socket = Listen(_path, _ownUser);
        return true;
    }

    public void Dispose()
    {
        _socket.Dispose();
        File.Delete(_path);
    }

    private static Socket Listen(string path, int user)
    {
        MakeDirectory(Path.GetDirectoryName(path) ?? "/");
        RequireOwn(path, user);
        return ListeningSocket.Open(path, SocketType.Stream, Backlog, Restrict);
    }

    private static void MakeDirectory(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else
        {
            var parent = Path.GetDirectoryName(path) is { Length: > 0 } above ? FileOwner.Read(above) : null;
            Directory.CreateDirectory(path, parent is { AllMayWrite: true } ? OwnMode : DirectoryMode);
        }
    }

    // A user who can replace the socket could answer for this service.
    private static void RequireOwn(string path, int user)
    {
        var refusal = OperatingSystem.IsWindows()
            ? null
            : SocketPlace.Refuse(path, user, out var server) ?? SocketPlace.RefuseSocket(path, user, server);
        if (refusal is not null)
            throw new IOException($"{refusal}; name another place with --status-socket.");
    }

    private static void Restrict(string path)
    {
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, Mode);
    }
}
