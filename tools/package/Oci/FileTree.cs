using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Oci;

/// <summary>The files and links below a directory.</summary>
internal static class FileTree
{
    /// <summary>All of them, in order of their paths; empty directories are left out.</summary>
    public static ImmutableArray<PackedFile> Read(string root) =>
        [
            .. Entries(new DirectoryInfo(root))
                .Select(entry => Packed(root, entry))
                .OrderBy(file => file.Path, StringComparer.Ordinal),
        ];

    // A link to a directory is a link, and nobody goes into it.
    private static IEnumerable<FileSystemInfo> Entries(DirectoryInfo directory) =>
        directory
            .EnumerateFileSystemInfos()
            .SelectMany(entry => entry is DirectoryInfo { LinkTarget: null } inner ? Entries(inner) : [entry]);

    private static PackedFile Packed(string root, FileSystemInfo entry)
    {
        var path = Path.GetRelativePath(root, entry.FullName);
        return entry.LinkTarget is { } target
            ? new PackedFile(path, [], LinkTarget: target)
            : PackedFile.Of(path, entry.FullName, entry.UnixFileMode.HasFlag(UnixFileMode.UserExecute));
    }
}
