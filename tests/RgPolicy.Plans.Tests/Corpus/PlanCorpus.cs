namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>
/// Plans of each server that tests go through one by one: the repository's own, which are always there (recorded from
/// PostgreSQL 15, composed for MySQL and SQL Server), then those of the shared corpus.
/// </summary>
internal static class PlanCorpus
{
    /// <summary>Never empty.</summary>
    /// <param name="server">postgres, mysql or sqlserver.</param>
    public static IReadOnlyList<string> Files(string server) => [.. Own(server), .. SharedCorpus.Files(server)];

    /// <summary>The repository's own, in the order of their names.</summary>
    public static IReadOnlyList<string> Own(string server) =>
        [
            .. Directory
                .EnumerateFiles(Path.Combine(AppContext.BaseDirectory, FolderOf(server)))
                .Order(StringComparer.Ordinal),
        ];

    private static string FolderOf(string server) =>
        server == "postgres" ? Path.Combine("Recorded", "PostgreSql") : Path.Combine("Corpus", "Own", server);
}
