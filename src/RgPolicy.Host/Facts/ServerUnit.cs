namespace RgPolicy.Host.Facts;

/// <summary>The system's unit that runs the DBMS.</summary>
/// <param name="Name">Such as <c>postgresql@17-main.service</c>.</param>
/// <param name="HasDropIn">Whether RgPolicy's drop-in for it is installed; it is in force from the unit's next start.</param>
internal sealed record ServerUnit(string Name, bool HasDropIn)
{
    private const string Suffix = ".service";
    private const string DropIn = "rgpolicy.conf";
    private static readonly string[] Directories =
    [
        "/etc/systemd/system",
        "/run/systemd/system",
        "/usr/local/lib/systemd/system",
        "/usr/lib/systemd/system",
        "/lib/systemd/system",
    ];

    /// <summary>The unit whose group a cgroup path is; null for any other group: a session's, a container's, a unit of a
    /// user's own service manager.</summary>
    /// <param name="root">The host.</param>
    /// <param name="path">As /proc/PID/cgroup writes it, such as <c>/system.slice/postgresql.service</c>.</param>
    public static ServerUnit? Of(FileRoot root, string path)
    {
        return
            path.Split('/') is ["", .. var slices, var name]
            && name.Length > Suffix.Length
            && name.EndsWith(Suffix, StringComparison.Ordinal)
            && !name.StartsWith("user@", StringComparison.Ordinal)
            && slices.All(slice => slice.EndsWith(".slice", StringComparison.Ordinal))
            ? new ServerUnit(name, Names(name).Any(each => IsInstalled(root, $"{each}.d/{DropIn}")))
            : null;
    }

    /// <summary>Whether a service manager runs here that has the sidecar's units.</summary>
    public static bool AreSidecars(FileRoot root) =>
        root.HasDirectory("/run/systemd/system") && IsInstalled(root, "rgpolicy-sidecar.service");

    // A template's drop-ins are its instances' too.
    private static IEnumerable<string> Names(string name) =>
        name.IndexOf('@', StringComparison.Ordinal) is > 0 and var at ? [name, name[..(at + 1)] + Suffix] : [name];

    private static bool IsInstalled(FileRoot root, string file) =>
        Array.Exists(Directories, directory => root.HasFile($"{directory}/{file}"));
}
