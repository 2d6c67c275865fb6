namespace RgPolicy.Service.Policies;

/// <summary>Finds files that every user of the host could change, and with them what is done in the service's name.</summary>
public static class WritableByAll
{
    /// <summary>Why a file must not be trusted, and what mends it; null when only its owner and group may write it.</summary>
    public static string? Reason(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            return null;
        }

        var directory = Path.GetDirectoryName(Path.GetFullPath(path)) ?? "/";
        return (Mode(path) & UnixFileMode.OtherWrite) != UnixFileMode.None
            ? $"every user may write {path}, so it is not trusted: chmod o-w {path}"
            : MayReplaceIn(Mode(directory))
                ? $"every user may replace {path}, so it is not trusted: chmod o-w {directory}"
                : null;
    }

    // In a sticky directory, such as /tmp, only the owner of a file may replace it.
    private static bool MayReplaceIn(UnixFileMode directory) =>
        (directory & (UnixFileMode.OtherWrite | UnixFileMode.StickyBit)) == UnixFileMode.OtherWrite;

    [System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
    private static UnixFileMode Mode(string path)
    {
        try
        {
            return File.GetUnixFileMode(path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return UnixFileMode.None;
        }
    }
}
