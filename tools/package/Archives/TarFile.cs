using System.Formats.Tar;
using System.IO.Compression;
using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Archives;

/// <summary>Writes .tar, .tar.gz and .tar.xz: files of root, each directory before what is in it, every time the
/// same.</summary>
internal static class TarFile
{
    private const UnixFileMode Readable =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
    private const UnixFileMode Executable =
        Readable | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>Writes it, compressed by gzip.</summary>
    /// <param name="files">In order of their paths.</param>
    /// <param name="time">The time of every entry.</param>
    /// <param name="prefix">Before each path, such as <c>./</c>.</param>
    public static byte[] Write(IEnumerable<PackedFile> files, DateTimeOffset time, string prefix = "")
    {
        using var bytes = new MemoryStream();
        using (var gzip = new GZipStream(bytes, CompressionLevel.SmallestSize, leaveOpen: true))
        {
            WriteTo(gzip, files, time, prefix);
        }

        return bytes.ToArray();
    }

    /// <summary>The same, compressed by xz, which makes a fifth less of it.</summary>
    public static byte[] WriteXz(IEnumerable<PackedFile> files, DateTimeOffset time, string prefix) =>
        XzProgram.Compress(WritePlain(files, time, prefix));

    /// <summary>The same, not compressed.</summary>
    public static byte[] WritePlain(IEnumerable<PackedFile> files, DateTimeOffset time, string prefix = "")
    {
        using var bytes = new MemoryStream();
        WriteTo(bytes, files, time, prefix);
        return bytes.ToArray();
    }

    private static void WriteTo(Stream output, IEnumerable<PackedFile> files, DateTimeOffset time, string prefix)
    {
        using var tar = new TarWriter(output, TarEntryFormat.Gnu, leaveOpen: true);
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var file in files)
        {
            WriteDirectories(tar, file.Path, time, prefix, seen);
            tar.WriteEntry(Entry(file, time, prefix));
        }
    }

    private static void WriteDirectories(
        TarWriter tar,
        string path,
        DateTimeOffset time,
        string prefix,
        HashSet<string> seen
    )
    {
        for (var slash = path.IndexOf('/', StringComparison.Ordinal); slash >= 0; slash = path.IndexOf('/', slash + 1))
        {
            if (seen.Add(path[..slash]))
            {
                tar.WriteEntry(
                    Dated(
                        new GnuTarEntry(TarEntryType.Directory, prefix + path[..(slash + 1)]) { Mode = Executable },
                        time
                    )
                );
            }
        }
    }

    private static GnuTarEntry Entry(PackedFile file, DateTimeOffset time, string prefix) =>
        file switch
        {
            { LinkTarget: { } target } => Dated(
                new GnuTarEntry(TarEntryType.SymbolicLink, prefix + file.Path) { LinkName = target, Mode = Executable },
                time
            ),
            { DirectoryOwner: { } owner } => Dated(
                new GnuTarEntry(TarEntryType.Directory, $"{prefix}{file.Path}/") { Mode = Executable },
                time,
                owner
            ),
            _ => Dated(
                new GnuTarEntry(TarEntryType.RegularFile, prefix + file.Path)
                {
                    DataStream = new MemoryStream(file.Bytes),
                    Mode = file.IsExecutable ? Executable : Readable,
                },
                time
            ),
        };

    private static GnuTarEntry Dated(GnuTarEntry entry, DateTimeOffset time, int owner = 0)
    {
        (entry.ModificationTime, entry.AccessTime, entry.ChangeTime) = (time, time, time);
        (entry.Uid, entry.Gid) = (owner, owner);
        (entry.UserName, entry.GroupName) = owner == 0 ? ("root", "root") : ("", "");
        return entry;
    }
}
