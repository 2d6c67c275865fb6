using System.Collections.Immutable;
using System.Globalization;

namespace RgPolicy.Host.Facts;

/// <summary>The cgroup hierarchy that has the <c>cpu</c> controller, and a process's place in it.</summary>
/// <param name="Version">1 or 2.</param>
/// <param name="Path">The process's group as <c>/proc/PID/cgroup</c> writes it.</param>
/// <param name="Directory">The same group as a directory.</param>
public sealed record CpuHierarchy(int Version, string Path, string Directory)
{
    /// <summary>Finds it for one process, or null when there is none or its directory is not visible here.</summary>
    public static CpuHierarchy? Find(FileRoot root, int processId)
    {
        ArgumentNullException.ThrowIfNull(root);
        var mounts = MountTable.Read(root);
        var unified = default(CpuHierarchy);
        foreach (var line in root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/cgroup")))
        {
            var fields = line.Split(':', 3);
            if (fields.Length == 3 && fields[1].Split(',').Contains("cpu", StringComparer.Ordinal))
            {
                return Locate(mounts, 1, fields[2]);
            }

            if (fields.Length == 3 && fields[0] == "0" && fields[1].Length == 0)
            {
                unified = Locate(mounts, 2, fields[2]);
            }
        }

        return unified;
    }

    /// <summary>The directory of a group by its path in this hierarchy, or null when it is not visible here.</summary>
    public static string? DirectoryOf(FileRoot root, int version, string path) =>
        Locate(MountTable.Read(root), version, path)?.Directory;

    /// <summary>A process's path in the hierarchy of this version, or null when it is gone.</summary>
    public static string? PathOf(FileRoot root, int version, int processId)
    {
        ArgumentNullException.ThrowIfNull(root);
        foreach (var line in root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/cgroup")))
        {
            var fields = line.Split(':', 3);
            var found = fields.Length == 3 && (version == 2
                ? fields[0] == "0" && fields[1].Length == 0
                : fields[1].Split(',').Contains("cpu", StringComparer.Ordinal));
            if (found)
            {
                return fields[2];
            }
        }

        return null;
    }

    private static CpuHierarchy? Locate(ImmutableArray<MountEntry> mounts, int version, string path)
    {
        foreach (var mount in mounts)
        {
            var right = version == 2
                ? mount.FileSystem == "cgroup2"
                : mount.FileSystem == "cgroup" && mount.HasOption("cpu");
            if (right && Below(mount, path) is { } directory)
            {
                return new CpuHierarchy(version, path, directory);
            }
        }

        return null;
    }

    // A container may see only a part of the hierarchy: the mount's root is then not `/`.
    private static string? Below(MountEntry mount, string path)
    {
        if (path.Contains("/..", StringComparison.Ordinal))
        {
            return null;
        }

        if (mount.Root == "/")
        {
            return path == "/" ? mount.MountPoint : mount.MountPoint + path;
        }

        var inside = path == mount.Root || path.StartsWith(mount.Root + "/", StringComparison.Ordinal);
        return inside ? mount.MountPoint + path[mount.Root.Length..] : null;
    }
}
