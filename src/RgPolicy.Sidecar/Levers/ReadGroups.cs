using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Limits of reads by one blkio group per pool, a child of the one in which the DBMS's main process is (kernel
/// documentation, cgroup-v1/blkio-controller). Writes are never limited: a process that waits for one may hold the
/// log's lock.
/// </summary>
internal static class ReadGroups
{
    internal const string Bytes = "blkio.throttle.read_bps_device";
    internal const string Reads = "blkio.throttle.read_iops_device";

    /// <summary>Both files.</summary>
    internal static string[] Files { get; } = [Bytes, Reads];

    /// <summary>The command that limits one disk; 0 is no limit.</summary>
    internal static string Command(string disk, long most) =>
        string.Create(CultureInfo.InvariantCulture, $"{disk} {most}");

    /// <summary>A disk's limit in a file's text; 0 for none.</summary>
    internal static long LimitOf(string? text, string disk)
    {
        foreach (var line in (text ?? string.Empty).Split('\n'))
        {
            if (
                line.Split(' ') is [var device, var most]
                && device == disk
                && long.TryParse(most, NumberStyles.None, CultureInfo.InvariantCulture, out var limit)
            )
                return limit;
        }

        return 0;
    }

    /// <summary>Whether what was written is what the file shows: a disk without a limit has no line.</summary>
    internal static bool IsInForce(string found, string command) =>
        command.Split(' ') is [var disk, var most]
        && LimitOf(found, disk).ToString(CultureInfo.InvariantCulture) == most;

    /// <summary>The limits in force, read back; null when the group is gone or has none.</summary>
    internal static string? ReadBack(FileRoot root, ReadGroup group)
    {
        var limits = new List<string>();
        foreach (var file in Files)
        {
            foreach (var line in root.ReadLines(Path.Join(group.Directory, file)))
                limits.Add($"{file}={line.Trim()}");
        }

        return limits.Count == 0 ? null : string.Join(", ", limits);
    }
}

/// <summary>A pool's blkio group.</summary>
/// <param name="Path">As /proc/PID/cgroup writes it.</param>
/// <param name="Directory">The same as a directory.</param>
internal sealed record ReadGroup(string Path, string Directory);
