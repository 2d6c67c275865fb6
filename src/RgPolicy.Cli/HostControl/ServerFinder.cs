namespace RgPolicy.Cli.HostControl;

/// <summary>Finds the main process of a PostgreSQL server on this host.</summary>
internal static class ServerFinder
{
    private const string ServerName = "postgres";

    /// <summary>By the first line of <c>postmaster.pid</c> in its data directory, or null.</summary>
    public static int? FromDataDirectory(FileRoot root, string dataDirectory)
    {
        var first = root.ReadLines(Path.Join(dataDirectory, "postmaster.pid")).FirstOrDefault();
        return
            int.TryParse(first, NumberStyles.None, CultureInfo.InvariantCulture, out var id)
            && ProcessStat.Read(root, id) is { HasEnded: false }
            ? id
            : null;
    }

    /// <summary>The one with the lowest number whose parent is not a server itself, or null.</summary>
    public static int? FromProcesses(FileRoot root) =>
        root.DirectoryNames("/proc")
            .Select(name => int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0)
            .Where(id => id > 0)
            .Order()
            .Select(id => ProcessStat.Read(root, id))
            .Where(stat => stat is { HasEnded: false, Name: ServerName } server && !HasServerAsParent(root, server))
            .Select(stat => stat?.ProcessId)
            .FirstOrDefault();

    private static bool HasServerAsParent(FileRoot root, ProcessStat stat) =>
        ProcessStat.Read(root, stat.ParentId) is { Name: ServerName };
}
