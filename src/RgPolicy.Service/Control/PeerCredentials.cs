using System.Buffers.Binary;
using System.Net.Sockets;

namespace RgPolicy.Service.Control;

/// <summary>Who is at the other end of a Unix socket, by the kernel's word (SO_PEERCRED, unix(7)).</summary>
/// <param name="ProcessId">The process that connected.</param>
/// <param name="UserId">The user that it ran as.</param>
internal sealed record PeerCredentials(int ProcessId, int UserId)
{
    private const int SolSocket = 1;
    private const int SoPeerCred = 17;
    private const int Size = 12;

    /// <summary>As a log names it.</summary>
    public override string ToString() => FormattableString.Invariant($"uid {UserId}, process {ProcessId}");

    /// <summary>Asks the kernel; null where it does not tell.</summary>
    public static PeerCredentials? Of(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        Span<byte> answer = stackalloc byte[Size];
        return socket.GetRawSocketOption(SolSocket, SoPeerCred, answer) == Size
            ? new PeerCredentials(Integer(answer), Integer(answer[4..]))
            : null;
    }

    /// <summary>Whether it may do more than read: root and the user that runs this service.</summary>
    public bool MayOperate(int? ownUserId) => UserId == 0 || UserId == ownUserId;

    // The kernel answers in the machine's byte order.
    private static int Integer(ReadOnlySpan<byte> bytes) =>
        BitConverter.IsLittleEndian
            ? BinaryPrimitives.ReadInt32LittleEndian(bytes)
            : BinaryPrimitives.ReadInt32BigEndian(bytes);
}
