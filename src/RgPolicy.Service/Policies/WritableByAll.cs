namespace RgPolicy.Service.Policies;

/// <summary>Finds files that every user of the host could change, and with them what is done in the
/// service's name.</summary>
internal static class WritableByAll
{
    // As many as the kernel follows.
    private const int MostLinks = 40;

    /// <summary>Why a file must not be trusted, and what fixes it; null when only its owner and group
    /// may write it.</summary>
    public static string? Reason(string path)
    {
        if (OperatingSystem.IsWindows())
            return null;

        foreach (var place in Links(path))
        {
            var directory = Path.GetDirectoryName(place) ?? "/";
            if (MayReplaceIn(Mode(directory)))
                return $"every user may replace {place}, so it is not trusted: chmod o-w {directory}";
        }

        return (Mode(path) & UnixFileMode.OtherWrite) != UnixFileMode.None
            ? $"every user may write {path}, so it is not trusted: chmod o-w {path}"
            : null;
    }

    /// <summary>The file, and where it is a link what that leads to, one after the other.</summary>
    private static IEnumerable<string> Links(string path)
    {
        var place = Path.GetFullPath(path);
        for (var link = 0; link < MostLinks; link++)
        {
            yield return place;
            if (new FileInfo(place).LinkTarget is not { } next)
                yield break;

            place = Path.GetFullPath(next, Path.GetDirectoryName(place) ?? "/");
        }
    }

    // In a sticky directory, such as /tmp, only the owner of a file may replace it.
    private static bool MayReplaceIn(UnixFileMode directory) =>
        (directory & (UnixFileMode.OtherWrite | UnixFileMode.StickyBit)) == UnixFileMode.OtherWrite;

    [System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
    private static UnixFileMode Mode(string path)
    {
        try
        {
            // A link's own mode lets all users write, and means nothing.
            return File.GetUnixFileMode(File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return UnixFileMode.None;
        }
    }
}
