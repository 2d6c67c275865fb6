namespace RgPolicy.Cli.Demo.Live;

/// <summary>PostgreSQL's own programs on this machine.</summary>
/// <param name="Folder">Holds <c>initdb</c> and <c>postgres</c>.</param>
internal sealed record ServerPrograms(string Folder)
{
    // Older servers have no role that may read everything.
    private const int Oldest = 14;

    private static readonly (string Manager, string Command)[] Installing =
    [
        ("/usr/bin/apt-get", "sudo apt-get install postgresql"),
        ("/usr/bin/dnf", "sudo dnf install postgresql-server"),
        ("/usr/bin/zypper", "sudo zypper install postgresql-server"),
        ("/usr/bin/pacman", "sudo pacman -S postgresql"),
    ];

    public string Initdb => Path.Join(Folder, "initdb");

    public string Postgres => Path.Join(Folder, "postgres");

    /// <summary>The newest of Debian's and Red Hat's folders, else those on the path; null where there are none.</summary>
    public static ServerPrograms? Find(FileRoot root, string? path) =>
        Versions(root, "/usr/lib/postgresql/")
            .Concat(Versions(root, "/usr/pgsql-"))
            .Where(each => each.Version >= Oldest)
            .OrderByDescending(each => each.Version)
            .Select(each => each.Folder)
            .Concat((path ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries))
            .Select(folder => new ServerPrograms(folder))
            .FirstOrDefault(programs => root.HasFile(programs.Initdb) && root.HasFile(programs.Postgres));

    /// <summary>The command that installs them here.</summary>
    public static string HowToInstall(FileRoot root) =>
        Array.Find(Installing, each => root.HasFile(each.Manager)).Command is { } command
            ? $"Install it: {command}"
            : "Install your system's package of the PostgreSQL server.";

    // A folder for each version, whose number ends its name.
    private static IEnumerable<(int Version, string Folder)> Versions(FileRoot root, string beginning)
    {
        var (parent, prefix) = (Path.GetDirectoryName(beginning) ?? "/", Path.GetFileName(beginning));
        foreach (
            var name in root.DirectoryNames(parent).Where(each => each.StartsWith(prefix, StringComparison.Ordinal))
        )
        {
            if (int.TryParse(name[prefix.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out var version))
                yield return (version, $"{parent}/{name}/bin");
        }
    }
}
