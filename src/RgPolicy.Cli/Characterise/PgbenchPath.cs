using System.Globalization;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Cli.Characterise;

/// <summary>Finds pgbench: as it was named, on the path, or where packages of PostgreSQL put their programs.</summary>
internal static class PgbenchPath
{
    // Debian's and Ubuntu's, and those of postgresql.org for Red Hat and SUSE.
    private static readonly (string Folder, string Pattern)[] Packages =
    [
        ("/usr/lib/postgresql", "*"),
        ("/usr", "pgsql-*"),
    ];

    /// <summary>Its path.</summary>
    /// <param name="context">The path and the machine's files.</param>
    /// <param name="given">What <c>--pgbench</c> names, or null.</param>
    /// <exception cref="TrialException">There is none.</exception>
    public static string Find(CliContext context, string? given)
    {
        if (given is not null)
        {
            var path = context.Resolve(given);
            return File.Exists(path) ? path : throw Missing($"--pgbench: there is no `{given}`");
        }

        var name = OperatingSystem.IsWindows() ? "pgbench.exe" : "pgbench";
        var onPath = (context.EnvironmentVariable("PATH") ?? "").Split(
            Path.PathSeparator,
            StringSplitOptions.RemoveEmptyEntries
        );
        return onPath
                .Concat(Packages.SelectMany(Folders))
                .Select(folder => Path.Combine(folder, name))
                .FirstOrDefault(File.Exists)
            ?? throw Missing("scripts are run by pgbench, which is not on the path");
    }

    private static IEnumerable<string> Folders((string Folder, string Pattern) package) =>
        Directory.Exists(package.Folder)
            ? Directory
                .GetDirectories(package.Folder, package.Pattern)
                .OrderByDescending(VersionOf)
                .Select(folder => Path.Combine(folder, "bin"))
            : [];

    private static double VersionOf(string folder) =>
        double.TryParse(
            Path.GetFileName(folder).Replace("pgsql-", "", StringComparison.Ordinal),
            NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var version
        )
            ? version
            : 0;

    private static TrialException Missing(string problem) =>
        new(
            $"{problem}; it comes with PostgreSQL (package postgresql on Debian and Ubuntu, postgresql-contrib on Fedora "
                + "and Red Hat): install it, or name it by --pgbench PATH",
            true,
            null
        );
}
