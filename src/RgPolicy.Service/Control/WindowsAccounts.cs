using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Control;

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
    /// <param name="owner">The owner of the pipe.</param>
    /// <param name="asker">The user who asks.</param>
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
