namespace RgPolicy.Language.Tests;

internal static class RepositoryRoot
{
    public static string Path { get; } = Find();

    public static string File(params string[] parts) => System.IO.Path.Combine([Path, .. parts]);

    private static string Find()
    {
        var directory = new DirectoryInfo(AppContext.BaseDirectory);
        while (
            directory is not null && !System.IO.File.Exists(System.IO.Path.Combine(directory.FullName, "RgPolicy.sln"))
        )
            directory = directory.Parent;

        return directory?.FullName ?? throw new InvalidOperationException("The tests run inside the repository.");
    }
}
