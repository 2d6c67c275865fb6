namespace RgPolicy.Architecture.Tests;

/// <summary>The files of the repository that these tests look at.</summary>
internal static class Repository
{
    private static readonly string[] BuildFolders = ["bin", "obj", "node_modules", "artifacts", ".git", "TestResults"];

    /// <summary>The folder with the solution.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>C# files below a top-level folder, generated ones left out.</summary>
    public static IEnumerable<string> Sources(params string[] folders) =>
        Files(folders, ".cs").Where(file => !file.Contains("/Generated/", StringComparison.Ordinal));

    /// <summary>Files with this ending below top-level folders, build output left out; paths relative
    /// to the root.</summary>
    public static IEnumerable<string> Files(string[] folders, string ending) =>
        folders
            .Select(folder => Path.Combine(Root, folder))
            .Where(Directory.Exists)
            .SelectMany(Walk)
            .Where(file => file.EndsWith(ending, StringComparison.Ordinal))
            .Select(file => Path.GetRelativePath(Root, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    /// <summary>All folders below top-level folders, build output left out.</summary>
    public static IEnumerable<string> Folders(params string[] folders) =>
        folders.Select(folder => Path.Combine(Root, folder)).Where(Directory.Exists).SelectMany(WalkFolders);

    public static string Read(string relativePath) => File.ReadAllText(Path.Combine(Root, relativePath));

    private static IEnumerable<string> Walk(string folder) => WalkFolders(folder).SelectMany(Directory.EnumerateFiles);

    private static IEnumerable<string> WalkFolders(string folder) =>
        Directory
            .EnumerateDirectories(folder)
            .Where(child => !BuildFolders.Contains(Path.GetFileName(child), StringComparer.Ordinal))
            .SelectMany(WalkFolders)
            .Prepend(folder);

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
                return folder.FullName;
        }

        throw new InvalidOperationException("RgPolicy.sln is in no folder above the test assembly.");
    }
}
