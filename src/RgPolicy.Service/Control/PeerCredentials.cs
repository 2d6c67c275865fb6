using System.Buffers.Binary;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace RgPolicy.Service.Control;

/// <summary>Who is at the other end of a Unix socket, by the kernel's word (SO_PEERCRED, unix(7)).</summary>
internal sealed record PeerCredentials(int ProcessId, int UserId)
{
    private const int SolSocket = 1;
    private const int SoPeerCred = 17;
    private const int Size = 12;

    /// <summary>As a log names it.</summary>
    public override string ToString() => Invariant($"uid {UserId}, process {ProcessId}");

    /// <summary>Asks the kernel; null where it does not tell.</summary>
    public static PeerCredentials? Of(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
            return null;

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

/// <summary>Which accounts of Windows may do what, by their security identifiers as text (S-1-5-...).</summary>
internal static class WindowsAccounts
{
    private const string LocalSystem = "S-1-5-18";
    private const string Administrators = "S-1-5-32-544";

    /// <summary>Whether it may give orders: SYSTEM, administrators and the account that runs the service.</summary>
    /// <param name="user">The user who asks.</param>
    /// <param name="groups">The groups that count for it: without those that its token has for denials only.</param>
    /// <param name="own">The account that runs the service.</param>
    public static bool MayOperate(string? user, IEnumerable<string> groups, string? own) =>
        user is not null
        && (IsOneOf(user, LocalSystem, own) || groups.Contains(Administrators, StringComparer.Ordinal));

    /// <summary>Whether a pipe of this owner may be the service's: of SYSTEM, administrators, the service's account or
    /// the asker itself.</summary>
    public static bool MayServe(string? owner, string? asker) =>
        owner is not null && IsOneOf(owner, LocalSystem, Administrators, OfService(LogSetup.EventSource), asker);

    /// <summary>A service's own account, <c>NT SERVICE\NAME</c>: S-1-5-80 and the SHA-1 of its name in capitals, as
    /// five numbers ([MS-DTYP] 2.4.2.4).</summary>
    public static string OfService(string name)
    {
#pragma warning disable CA5350 // Windows' formula; it protects nothing.
        var hash = SHA1.HashData(Encoding.Unicode.GetBytes(name.ToUpperInvariant()));
#pragma warning restore CA5350
        var numbers = Enumerable
            .Range(0, hash.Length / sizeof(uint))
            .Select(index =>
                BinaryPrimitives
                    .ReadUInt32LittleEndian(hash.AsSpan(index * sizeof(uint)))
                    .ToString(CultureInfo.InvariantCulture)
            );
        return $"S-1-5-80-{string.Join('-', numbers)}";
    }

    private static bool IsOneOf(string account, params string?[] accounts) =>
        accounts.Contains(account, StringComparer.Ordinal);
}
