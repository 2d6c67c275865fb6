using System.Net.Sockets;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.Status.Transport;

/// <summary>A Unix socket of mode 0660: who may open it may read.</summary>
internal sealed class SocketListener : IStatusListener
{
    private const UnixFileMode Mode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite;

    private const UnixFileMode DirectoryMode =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute;

    private const int Backlog = 128;

    private readonly string _path;
    private readonly int? _ownUser = ProcessUser.Read(FileRoot.Machine, Environment.ProcessId);
    private volatile Socket _socket;

    public SocketListener(string path)
    {
        _path = path;
        _socket = Listen(path);
    }

    public async Task<IStatusConnection> AcceptAsync(CancellationToken cancellationToken) =>
        new SocketConnection(await _socket.AcceptAsync(cancellationToken), _ownUser);

    /// <summary>A socket whose file is gone can be reached by nobody: another one takes its place.</summary>
    public bool ListenAgainWhereRemoved()
    {
        if (File.Exists(_path))
        {
            return false;
        }

        // In this order: closing a socket removes whatever file has its name.
        _socket.Dispose();
        _socket = Listen(_path);
        return true;
    }

    public void Dispose()
    {
        _socket.Dispose();
        File.Delete(_path);
    }

    private static Socket Listen(string path)
    {
        MakeDirectory(Path.GetDirectoryName(path) ?? "/");
        File.Delete(path);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Bind(new UnixDomainSocketEndPoint(path));
            Restrict(path);
            socket.Listen(Backlog);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static void MakeDirectory(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else
        {
            Directory.CreateDirectory(path, DirectoryMode);
        }
    }

    private static void Restrict(string path)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, Mode);
        }
    }
}
