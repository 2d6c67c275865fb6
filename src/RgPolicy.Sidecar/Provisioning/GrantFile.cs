using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>Where root says what it handed to whom; anybody may read it.</summary>
internal static class GrantFile
{
    private const string Name = "groups";
    private const uint Mode = 0b110_100_100;

    /// <summary>What the calling user was given; nothing for root, who makes groups himself.</summary>
    internal static GrantedGroups ReadOwn(string directory) =>
        Environment.IsPrivilegedProcess || Read(directory) is not { } granted || granted.User != Libc.GetUser()
            ? GrantedGroups.None
            : granted;

    /// <summary>What was handed over; null without such a file, or when it is not root's alone to write.</summary>
    internal static GrantedGroups? Read(string directory)
    {
        var path = Path.Join(directory, Name);
        return
            FileOwner.Read(path) is { IsRegularFile: true, OthersMayWrite: false, User: 0 }
            && GrantedGroups.Parse(FileRoot.Machine.ReadText(path) ?? string.Empty) is { } granted
            ? granted with
            {
                Written = File.GetLastWriteTimeUtc(path),
            }
            : null;
    }

    /// <summary>Replaces it as a whole; returns what went wrong, or null.</summary>
    internal static string? Write(string directory, GrantedGroups granted)
    {
        var path = Path.Join(directory, Name);
        try
        {
            File.WriteAllText(path + ".next", granted.Format());
            _ = Libc.ChangeMode(path + ".next", Mode);
            File.Move(path + ".next", path, overwrite: true);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{path} cannot be written: {e.Message}";
        }
    }

    internal static void Delete(string directory) => File.Delete(Path.Join(directory, Name));
}
