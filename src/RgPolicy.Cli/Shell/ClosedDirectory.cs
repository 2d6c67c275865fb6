using System.Globalization;
using RgPolicy.Host.Facts;

namespace RgPolicy.Cli.Shell;

/// <summary>A directory of another user that this user may not look into.</summary>
/// <param name="Path">The directory.</param>
/// <param name="User">Whose it is, by name where it has one.</param>
internal sealed record ClosedDirectory(string Path, string User)
{
    private const string Accounts = "/etc/passwd";

    /// <summary>The directory, if there is one and it is closed to this user.</summary>
    public static ClosedDirectory? Find(string path, FileRoot root) =>
        !OperatingSystem.IsWindows() && FileOwner.Read(path) is { IsDirectory: true } owner && IsClosed(path)
            ? new ClosedDirectory(path, NameOf(owner.User, root))
            : null;

    /// <summary>The name that a list of accounts has for a number, or the number.</summary>
    internal static string NameOf(uint user, FileRoot root)
    {
        var number = user.ToString(CultureInfo.InvariantCulture);
        return root.ReadLines(Accounts)
                .Select(line => line.Split(':'))
                .FirstOrDefault(fields => fields.Length > 2 && fields[2] == number)
                ?[0]
            ?? number;
    }

    private static bool IsClosed(string path)
    {
        try
        {
            using var entries = Directory.EnumerateFileSystemEntries(path).GetEnumerator();
            _ = entries.MoveNext();
            return false;
        }
        catch (Exception failure) when (failure is UnauthorizedAccessException or IOException)
        {
            return failure is UnauthorizedAccessException;
        }
    }
}
