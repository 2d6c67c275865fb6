namespace RgPolicy.Testing.MariaDb;

/// <summary>Finds the programs of the distribution's MariaDB.</summary>
internal static class MariaDbPrograms
{
    private static readonly string[] Folders = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];

    /// <summary>The server, or null where it is not installed.</summary>
    public static string? Server => Find("mariadbd");

    /// <summary>What makes a data directory, or null.</summary>
    public static string? Installer => Find("mariadb-install-db");

    /// <summary>Why nothing can be tried on a MariaDB here, or null.</summary>
    public static string? ReasonToSkip =>
        Server is null || Installer is null ? "MariaDB is not here: run tools/setup mariadb" : null;

    private static string? Find(string program) =>
        Folders.Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);
}
