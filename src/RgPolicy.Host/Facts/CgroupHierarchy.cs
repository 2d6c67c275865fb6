namespace RgPolicy.Host.Facts;

/// <summary>A cgroup hierarchy that has a controller, such as <c>cpu</c>, and a process's place in it.</summary>
/// <param name="Version">1 or 2.</param>
/// <param name="Path">The process's group as <c>/proc/PID/cgroup</c> writes it.</param>
/// <param name="Directory">The same group as a directory.</param>
internal sealed record CgroupHierarchy(int Version, string Path, string Directory)
{
    private const string Cpu = "cpu";
    private const string Reads = "blkio";

    /// <summary>Finds the one with the cpu controller for one process, or null when there is none or its directory is
    /// not visible here.</summary>
    public static CgroupHierarchy? Find(FileRoot root, int processId)
    {
        var mounts = MountTable.Read(root);
        return PathOf(root, 1, processId) is { } first ? Locate(mounts, 1, first, Cpu)
            : PathOf(root, 2, processId) is { } unified ? Locate(mounts, 2, unified, Cpu)
            : null;
    }

    /// <summary>Why the one with the cpu controller is not to be had for a process. From a cgroup namespace of its own a
    /// program sees what lies outside of it by <c>/..</c> alone (cgroup_namespaces(7)), without the names.</summary>
    public static ServerBlock WhyUnseen(FileRoot root, int processId) =>
        (PathOf(root, 1, processId) ?? PathOf(root, 2, processId))?.Contains("/..", StringComparison.Ordinal) == true
            ? new ServerBlock(
                "the server's cgroup is outside of this program's cgroup namespace",
                "# start the sidecar's container in the host's cgroup namespace: --cgroupns=host"
            )
            : new ServerBlock(
                "no cgroup hierarchy with the cpu controller is mounted here",
                "# boot with systemd.unified_cgroup_hierarchy=1, or mount a cgroup v1 hierarchy with the cpu controller"
            );

    /// <summary>
    /// Finds the one that limits reads, which only version 1 does for a part of a server's processes;
    /// null when there is none, or when it is the one with the cpu controller too.
    /// </summary>
    public static CgroupHierarchy? FindReads(FileRoot root, int processId)
    {
        return LimitsReads(root) && ReadPathOf(root, processId) is { } path
            ? Locate(MountTable.Read(root), 1, path, Reads)
            : null;
    }

    /// <summary>Whether a hierarchy that limits reads of single processes is mounted here.</summary>
    public static bool LimitsReads(FileRoot root) =>
        MountTable
            .Read(root)
            .Any(mount => mount.FileSystem == "cgroup" && mount.HasOption(Reads) && !mount.HasOption(Cpu));

    /// <summary>The directory of a group by its path in the hierarchy with the cpu controller, or null when it is not
    /// visible here.</summary>
    public static string? DirectoryOf(FileRoot root, int version, string path) =>
        Locate(MountTable.Read(root), version, path, Cpu)?.Directory;

    /// <summary>The same in the hierarchy that limits reads.</summary>
    public static string? ReadDirectoryOf(FileRoot root, string path) =>
        Locate(MountTable.Read(root), 1, path, Reads)?.Directory;

    /// <summary>A process's path in the hierarchy of this version with the cpu controller, or null when
    /// it is gone.</summary>
    public static string? PathOf(FileRoot root, int version, int processId) => PathOf(root, version, processId, Cpu);

    /// <summary>A process's path in the hierarchy that limits reads, or null when it is gone or there
    /// is none.</summary>
    public static string? ReadPathOf(FileRoot root, int processId) => PathOf(root, 1, processId, Reads);

    private static string? PathOf(FileRoot root, int version, int processId, string controller)
    {
        foreach (var line in root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/cgroup")))
        {
            var fields = line.Split(':', 3);
            var found =
                fields.Length == 3
                && (
                    version == 2
                        ? fields[0] == "0" && fields[1].Length == 0
                        : fields[1].Split(',').Contains(controller, StringComparer.Ordinal)
                );
            if (found)
                return fields[2];
        }

        return null;
    }

    private static CgroupHierarchy? Locate(
        ImmutableArray<MountEntry> mounts,
        int version,
        string path,
        string controller
    )
    {
        foreach (var mount in mounts)
        {
            var right =
                version == 2
                    ? mount.FileSystem == "cgroup2"
                    : mount.FileSystem == "cgroup" && mount.HasOption(controller);
            if (right && Below(mount, path) is { } directory)
                return new CgroupHierarchy(version, path, directory);
        }

        return null;
    }

    // A container may see only a part of the hierarchy: the mount's root is then not `/`.
    private static string? Below(MountEntry mount, string path)
    {
        if (path.Contains("/..", StringComparison.Ordinal))
            return null;

        if (mount.Root == "/")
            return path == "/" ? mount.MountPoint : mount.MountPoint + path;

        var inside = path == mount.Root || path.StartsWith(mount.Root + "/", StringComparison.Ordinal);
        return inside ? mount.MountPoint + path[mount.Root.Length..] : null;
    }
}
