using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Host.Facts;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>PostgreSQL's own programs on this machine.</summary>
/// <param name="Folder">Holds <c>initdb</c> and <c>postgres</c>.</param>
internal sealed record ServerPrograms(string Folder)
{
    private const string Debian = "/usr/lib/postgresql";
    private const string Usr = "/usr";
    private const string RedHat = "pgsql-";
    private const string Reading = "/etc/os-release";

    // Older servers have no role that may read everything.
    private const int Oldest = 14;

    private static readonly ImmutableArray<(string System, string Command)> Installing =
    [
        ("debian", "sudo apt-get install postgresql"),
        ("fedora", "sudo dnf install postgresql-server"),
        ("suse", "sudo zypper install postgresql-server"),
        ("arch", "sudo pacman -S postgresql"),
    ];

    public string Initdb => Path.Join(Folder, "initdb");

    public string Postgres => Path.Join(Folder, "postgres");

    /// <summary>The newest of Debian's and Red Hat's folders, else those on the path; null where there are none.</summary>
    public static ServerPrograms? Find(FileRoot root, string? path) =>
        Versions(root, Debian, "", "/bin")
            .Concat(Versions(root, Usr, RedHat, "/bin"))
            .OrderByDescending(each => each.Version)
            .Select(each => each.Folder)
            .Concat((path ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries))
            .Select(folder => new ServerPrograms(folder))
            .FirstOrDefault(programs => root.HasFile(programs.Initdb) && root.HasFile(programs.Postgres));

    /// <summary>The command that installs them here.</summary>
    public static string HowToInstall(FileRoot root)
    {
        var system = root.ReadLines(Reading)
            .Where(line =>
                line.StartsWith("ID=", StringComparison.Ordinal)
                || line.StartsWith("ID_LIKE=", StringComparison.Ordinal)
            )
            .SelectMany(line => line[(line.IndexOf('=', StringComparison.Ordinal) + 1)..].Trim('"').Split(' '))
            .ToImmutableArray();
        return
            Installing.FirstOrDefault(each => system.Contains(each.System, StringComparer.Ordinal)).Command
                is { } command
            ? $"Install it: {command}"
            : "Install your system's package of the PostgreSQL server.";
    }

    private static IEnumerable<(int Version, string Folder)> Versions(
        FileRoot root,
        string parent,
        string prefix,
        string programs
    ) =>
        from name in root.DirectoryNames(parent)
        where name.StartsWith(prefix, StringComparison.Ordinal)
        let version = int.TryParse(
            name[prefix.Length..],
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : 0
        where version >= Oldest
        select (version, $"{parent}/{name}{programs}");
}
