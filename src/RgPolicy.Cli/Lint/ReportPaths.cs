namespace RgPolicy.Cli.Lint;

/// <summary>The paths of a report that other programs keep: relative to the repository around the files, so that a
/// finding has the same name from wherever it was made; without one to the folder that it was made in.</summary>
internal sealed class ReportPaths
{
    private readonly string _directory;
    private readonly string _root;

    /// <param name="report">What was found.</param>
    /// <param name="directory">The folder that the report's own paths are relative to.</param>
    public ReportPaths(LintReport report, string directory)
    {
        _directory = directory;
        var files = report.Files.Select(file => RepositoryOf(Path.GetDirectoryName(Full(file.Name))));
        _root = files.OfType<string>().FirstOrDefault() ?? RepositoryOf(directory) ?? directory;
    }

    public string Full(string path) => Path.GetFullPath(path, _directory);

    /// <summary>The path as reports tell it.</summary>
    public string Relative(string path) => Path.GetRelativePath(_root, Full(path)).Replace('\\', '/');

    private static string? RepositoryOf(string? folder)
    {
        while (folder is not null && !Path.Exists(Path.Combine(folder, ".git")))
            folder = Path.GetDirectoryName(folder);

        return folder;
    }
}
