namespace RgPolicy.Testing.PostgreSql;

/// <summary>
/// Finds the server's programs: of the distribution (RGPOLICY_PG_BIN, /usr/lib/postgresql/*/bin, the
/// newest, PATH), or of one version (what tools/postgres-servers/install unpacked; RGPOLICY_PG_SERVERS names another
/// folder that holds postgresNN).
/// </summary>
internal static class PostgresBinaries
{
    /// <summary>The folder that holds initdb, pg_ctl and postgres, or null when PostgreSQL is not installed.</summary>
    public static string? Find()
    {
        var configured = Environment.GetEnvironmentVariable("RGPOLICY_PG_BIN");
        if (!string.IsNullOrEmpty(configured))
            return IsComplete(configured) ? configured : null;
        return Packaged().Concat(OnPath()).FirstOrDefault(IsComplete);
    }

    /// <summary>The same for one major version, or null when that version was not unpacked.</summary>
    public static string? Find(int version)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"postgres{version}");
        var folder = UnpackedServers() is { } servers ? Path.Combine(servers, name, "native", "bin") : null;
        return folder is not null && IsComplete(folder) ? folder : null;
    }

    private static string? UnpackedServers()
    {
        var configured = Environment.GetEnvironmentVariable("RGPOLICY_PG_SERVERS");
        if (!string.IsNullOrEmpty(configured))
            return configured;
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            if (File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
                return Path.Combine(folder.FullName, "tools", "postgres-servers", "node_modules");
        return null;
    }

    private static IEnumerable<string> Packaged()
    {
        const string Root = "/usr/lib/postgresql";
        if (!Directory.Exists(Root))
            return [];
        return Directory
            .GetDirectories(Root)
            .OrderByDescending(d =>
                double.TryParse(Path.GetFileName(d), NumberStyles.Float, CultureInfo.InvariantCulture, out var version)
                    ? version
                    : 0
            )
            .Select(d => Path.Combine(d, "bin"));
    }

    private static string[] OnPath() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(
            Path.PathSeparator,
            StringSplitOptions.RemoveEmptyEntries
        );

    private static bool IsComplete(string folder) =>
        File.Exists(Path.Combine(folder, "initdb"))
        && File.Exists(Path.Combine(folder, "pg_ctl"))
        && File.Exists(Path.Combine(folder, "postgres"));
}
