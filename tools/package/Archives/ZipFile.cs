using System.IO.Compression;
using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Archives;

/// <summary>Writes .zip, every time the same.</summary>
internal static class ZipFile
{
    /// <summary>Writes it.</summary>
    public static byte[] Write(IEnumerable<PackedFile> files, DateTimeOffset time)
    {
        using var bytes = new MemoryStream();
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var file in files)
            {
                var entry = zip.CreateEntry(file.Path, CompressionLevel.SmallestSize);
                entry.LastWriteTime = time;
                entry.ExternalAttributes = 0;
                using var content = entry.Open();
                content.Write(file.Bytes);
            }
        }

        return bytes.ToArray();
    }
}
