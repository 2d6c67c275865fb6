using System.Buffers.Binary;
using System.Net.Sockets;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Serving;

/// <summary>One connected client.</summary>
internal sealed class ClientConnection : IDisposable
{
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;
    private const int PeerGroups = 59;
    private readonly Socket _socket;

    internal ClientConnection(Socket socket)
    {
        _socket = socket;
        socket.Blocking = false;
        Span<byte> credentials = stackalloc byte[12];
        _ = socket.GetRawSocketOption(SocketLevel, PeerCredentials, credentials);
        ProcessId = BinaryPrimitives.ReadInt32LittleEndian(credentials);
        UserId = BinaryPrimitives.ReadUInt32LittleEndian(credentials[4..]);
        GroupId = BinaryPrimitives.ReadUInt32LittleEndian(credentials[8..]);
    }

    /// <summary>Who connected; the kernel says so (SO_PEERCRED).</summary>
    internal int ProcessId { get; }

    internal uint UserId { get; }

    internal uint GroupId { get; }

    internal int Descriptor => (int)_socket.Handle;

    /// <summary>Whether the client's process was in a group, as its own or as a further one, when it
    /// connected.</summary>
    internal bool IsInGroup(uint group)
    {
        if (GroupId == group)
            return true;

        Span<byte> groups = stackalloc byte[4 * 1024];
        try
        {
            var length = _socket.GetRawSocketOption(SocketLevel, PeerGroups, groups);
            for (var i = 0; i + 4 <= length; i += 4)
            {
                if (BinaryPrimitives.ReadUInt32LittleEndian(groups[i..]) == group)
                    return true;
            }
        }
        catch (SocketException)
        {
            // More groups than fit, or an old kernel: then only the process's own group counts.
        }

        return false;
    }

    /// <summary>The next message; empty when there is none yet; null when the client is gone.</summary>
    internal byte[]? Receive(byte[] buffer)
    {
        var count = _socket.Receive(buffer, SocketFlags.None, out var error);
        return error switch
        {
            SocketError.Success when count > 0 => buffer[..count],
            SocketError.WouldBlock or SocketError.Interrupted => [],
            _ => null,
        };
    }

    /// <summary>Sends an answer; false when the client does not take it: then it is dropped rather than
    /// waited for.</summary>
    internal bool Send(WireAnswer answer)
    {
        var bytes = WireCodec.Encode(answer);
        return _socket.Send(bytes, SocketFlags.None, out var error) == bytes.Length && error == SocketError.Success;
    }

    public void Dispose() => _socket.Dispose();
}
