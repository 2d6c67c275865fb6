namespace RgPolicy.Cli.Tests;

/// <summary>The folder that holds RgPolicy.sln.</summary>
internal static class RepositoryRoot
{
    public static string Path { get; } = Find();

    private static string Find()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(System.IO.Path.Combine(folder.FullName, "RgPolicy.sln")))
                return folder.FullName;
        }

        throw new InvalidOperationException("RgPolicy.sln is in no folder above the test assembly.");
    }
}
