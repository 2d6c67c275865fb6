namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>The folder of plans from public repositories, which lies beside the project and is not a part of
/// it.</summary>
internal static class SharedCorpus
{
    public static string? Folder { get; } = Find();

    /// <summary>Every document of one server; empty where the folder is absent.</summary>
    public static IReadOnlyList<string> Files(string server)
    {
        if (Folder is null || !Directory.Exists(Path.Combine(Folder, server)))
            return [];
        return
        [
            .. Directory
                .EnumerateFiles(Path.Combine(Folder, server), "*", SearchOption.AllDirectories)
                .Where(file =>
                    !file.EndsWith("LICENSE", StringComparison.Ordinal)
                    && !file.EndsWith(".md", StringComparison.Ordinal)
                )
                .Order(StringComparer.Ordinal),
        ];
    }

    private static string? Find()
    {
        if (Environment.GetEnvironmentVariable("RGPOLICY_SHARED") is { Length: > 0 } shared)
            return Existing(Path.Combine(shared, "corpus"));
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
                return Existing(Path.Combine(folder.FullName, "..", "shared", "corpus"));
        }

        return null;
    }

    private static string? Existing(string folder) => Directory.Exists(folder) ? folder : null;
}
