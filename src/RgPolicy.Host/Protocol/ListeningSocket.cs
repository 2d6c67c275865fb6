using System.Net.Sockets;

namespace RgPolicy.Host.Protocol;

/// <summary>
/// A Unix socket that listens. Its file appears under its name when it already listens, so a client that finds the file
/// can connect. The code that opened the socket deletes the file, since closing it removes only the name that it was
/// bound to.
/// </summary>
internal static class ListeningSocket
{
    /// <summary>Binds beside the path, sets the file's mode and owner, listens, and then gives the file
    /// its name.</summary>
    /// <param name="path">The file; one that is there is replaced.</param>
    /// <param name="type">Stream or seqpacket.</param>
    /// <param name="backlog">Connections that may wait to be accepted.</param>
    /// <param name="restrict">Sets mode and owner of the file that it is given.</param>
    /// <exception cref="SocketException">The path is too long, or its directory cannot be written.</exception>
    /// <exception cref="IOException">The file cannot be given its name.</exception>
    public static Socket Open(string path, SocketType type, int backlog, Action<string> restrict)
    {
        var beside = Beside(path);
        File.Delete(beside);
        var socket = new Socket(AddressFamily.Unix, type, ProtocolType.Unspecified);
        try
        {
            socket.Bind(new UnixDomainSocketEndPoint(beside));
            restrict(beside);
            socket.Listen(backlog);
            File.Move(beside, path, overwrite: true);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    // As long as the path itself: the kernel takes 107 bytes, and a path that fits must do so here too.
    private static string Beside(string path)
    {
        var name = Path.GetFileName(path);
        var first = name.StartsWith('_') ? '-' : '_';
        return Path.Join(Path.GetDirectoryName(path), $"{first}{name.AsSpan(Math.Min(1, name.Length))}");
    }
}
