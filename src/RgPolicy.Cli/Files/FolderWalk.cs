namespace RgPolicy.Cli.Files;

/// <summary>All files below a folder, by name; hidden folders and links to folders are left out.</summary>
internal static class FolderWalk
{
    /// <summary>Full paths.</summary>
    public static IEnumerable<string> Files(string folder)
    {
        var own = Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal);
        var below = Directory
            .EnumerateDirectories(folder)
            .Order(StringComparer.Ordinal)
            .Where(child => !Path.GetFileName(child).StartsWith('.') && new DirectoryInfo(child).LinkTarget is null)
            .SelectMany(Files);
        return own.Concat(below);
    }
}
