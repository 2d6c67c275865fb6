using System.Globalization;

namespace RgPolicy.Testing.PostgreSql;

/// <summary>Finds the server's programs: RGPOLICY_PG_BIN, /usr/lib/postgresql/*/bin (the newest), PATH.</summary>
public static class PostgresBinaries
{
    /// <summary>The folder that holds initdb, pg_ctl and postgres, or null when PostgreSQL is not installed.</summary>
    public static string? Find()
    {
        var configured = Environment.GetEnvironmentVariable("RGPOLICY_PG_BIN");
        if (!string.IsNullOrEmpty(configured)) return IsComplete(configured) ? configured : null;
        return Packaged().Concat(OnPath()).FirstOrDefault(IsComplete);
    }

    private static IEnumerable<string> Packaged()
    {
        const string Root = "/usr/lib/postgresql";
        if (!Directory.Exists(Root)) return [];
        return Directory.GetDirectories(Root)
            .OrderByDescending(d => double.TryParse(
                Path.GetFileName(d), NumberStyles.Float, CultureInfo.InvariantCulture, out var version) ? version : 0)
            .Select(d => Path.Combine(d, "bin"));
    }

    private static string[] OnPath() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    private static bool IsComplete(string folder) =>
        File.Exists(Path.Combine(folder, "initdb"))
        && File.Exists(Path.Combine(folder, "pg_ctl"))
        && File.Exists(Path.Combine(folder, "postgres"));
}
