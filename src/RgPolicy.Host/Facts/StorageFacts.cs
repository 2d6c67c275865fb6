namespace RgPolicy.Host.Facts;

/// <summary>The disk behind a path and how its requests are ordered.</summary>
/// <param name="Device">The whole disk's name, such as <c>sda</c>, or null when there is no disk behind
/// the path.</param>
/// <param name="Scheduler">Its I/O scheduler, such as <c>bfq</c> or <c>none</c>, or null when unknown.</param>
internal sealed record StorageFacts(string? Device, string? Scheduler)
{
    /// <summary>The whole disk's number, such as <c>8:0</c>: the kernel limits whole disks only; null
    /// when unknown.</summary>
    public string? Number { get; init; }

    /// <summary>The kind of file system that holds the path, such as <c>ext4</c> or <c>tmpfs</c>; null
    /// when unknown.</summary>
    public string? FileSystem { get; init; }

    /// <summary>Reads it for the file system that holds an absolute path.</summary>
    public static StorageFacts Read(FileRoot root, string path)
    {
        var mount = MountTable.Holding(MountTable.Read(root), path);
        if (mount is null || FindBlockDevice(root, mount) is not { } directory)
            return new StorageFacts(null, null) { FileSystem = mount?.FileSystem };

        var device = System.IO.Path.GetFileName(directory);
        return new StorageFacts(device, Chosen(ReadReal(System.IO.Path.Join(directory, "queue", "scheduler"))))
        {
            Number = ReadReal(System.IO.Path.Join(directory, "dev")),
            FileSystem = mount.FileSystem,
        };
    }

    // btrfs and the like have a device number of their own: then the mount's source names the disk.
    private static string? FindBlockDevice(FileRoot root, MountEntry mount)
    {
        var byNumber = root.FinalTarget("/sys/dev/block/" + mount.Device);
        var found = byNumber ?? root.FinalTarget("/sys/class/block/" + System.IO.Path.GetFileName(mount.Source));
        if (found is null || !Directory.Exists(found))
            return null;

        // A partition has no queue: its parent directory is the disk.
        return Directory.Exists(System.IO.Path.Join(found, "queue")) ? found : System.IO.Path.GetDirectoryName(found);
    }

    private static string? ReadReal(string path) => new FileRoot(string.Empty).ReadTrimmed(path);

    // The one in force stands in brackets: none [mq-deadline] bfq.
    private static string? Chosen(string? schedulers)
    {
        var open = schedulers?.IndexOf('[', StringComparison.Ordinal) ?? -1;
        var close = schedulers?.IndexOf(']', StringComparison.Ordinal) ?? -1;
        return schedulers is not null && open >= 0 && close > open ? schedulers[(open + 1)..close] : schedulers;
    }
}
