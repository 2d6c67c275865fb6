namespace RgPolicy.Cli.Files;

/// <summary>All files below a folder, by name; hidden folders and links to folders are left out.</summary>
internal static class FolderWalk
{
    /// <summary>Full paths. A folder that cannot be read is a problem and does not end the walk.</summary>
    /// <param name="folder">Where to begin.</param>
    /// <param name="problems">Takes a sentence for each folder that cannot be read.</param>
    public static List<string> Files(string folder, ICollection<string> problems)
    {
        var files = new List<string>();
        Add(folder, files, problems);
        return files;
    }

    private static void Add(string folder, List<string> files, ICollection<string> problems)
    {
        string[] below;
        try
        {
            below = Directory.GetDirectories(folder);
            files.AddRange(Directory.GetFiles(folder).Order(StringComparer.Ordinal));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            problems.Add($"the folder `{folder}` cannot be read: {error.Message}");
            return;
        }

        foreach (var child in below.Order(StringComparer.Ordinal))
        {
            if (!Path.GetFileName(child).StartsWith('.') && new DirectoryInfo(child).LinkTarget is null)
            {
                Add(child, files, problems);
            }
        }
    }
}
