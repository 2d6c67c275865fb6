using System.Security.Cryptography;
using RgPolicy.Dbms.Files;

namespace RgPolicy.Service.Web.Orders;

/// <summary>The token that orders from a page need: the first line of a file that only its owner may read. It is read
/// again for each order, so that another one can be put in its place.</summary>
internal sealed class OrderToken(string path)
{
    /// <summary>The fewest characters of a token.</summary>
    public const int Shortest = 16;

    private const int Longest = 1024;

    private const UnixFileMode Others =
        UnixFileMode.GroupRead
        | UnixFileMode.GroupWrite
        | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead
        | UnixFileMode.OtherWrite
        | UnixFileMode.OtherExecute;

    /// <summary>Why this token is not taken; null where it is.</summary>
    public string? Refuse(string? given)
    {
        try
        {
            if (OperatingSystem.IsWindows())
                return "Orders from the console are for Linux only: use rgp pause, rgp resume and rgp reload.";

            if ((File.GetUnixFileMode(path) & Others) != UnixFileMode.None)
                return $"The token's file {path} is not its owner's alone: chmod 600 {path}";

            return Compare(given ?? "", Read());
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return "The token's file cannot be read: " + failure.Message;
        }
    }

    private string? Compare(string given, string wanted)
    {
        if (wanted.Length < Shortest)
            return $"The token in {path} has fewer than {Shortest} characters: openssl rand -hex 32 > {path}";

        // Hashes of one length: how long it takes tells nothing of the token.
        var isSame = CryptographicOperations.FixedTimeEquals(
            SHA256.HashData(Encoding.UTF8.GetBytes(given)),
            SHA256.HashData(Encoding.UTF8.GetBytes(wanted))
        );
        return isSame ? null : "This is not the token.";
    }

    private string Read() =>
        Encoding
            .UTF8.GetString(BoundedFile.ReadBeginning(path, Longest))
            .Split('\n')[0]
            .TrimStart('\uFEFF')
            .TrimEnd('\r');
}
