using System.Buffers;
using RgPolicy.Dbms.Files;

namespace RgPolicy.Service.Audit;

/// <summary>The lines of a file, as bytes, one at a time.</summary>
internal static class AuditLines
{
    private const int LongestLine = 1024 * 1024;

    /// <summary>Each, without its end; one that is longer than any entry ends the file.</summary>
    public static IEnumerable<byte[]> Of(string file)
    {
        using var stream = BoundedFile.Open(file);
        var rest = new ArrayBufferWriter<byte>();
        var buffer = new byte[64 * 1024];
        while (stream.Read(buffer) is > 0 and var read)
        {
            var from = 0;
            for (
                var end = Array.IndexOf(buffer, (byte)'\n', 0, read);
                end >= 0;
                end = Array.IndexOf(buffer, (byte)'\n', from, read - from)
            )
            {
                yield return [.. rest.WrittenSpan, .. buffer.AsSpan(from, end - from)];
                rest.Clear();
                from = end + 1;
            }

            rest.Write(buffer.AsSpan(from, read - from));
            if (rest.WrittenCount > LongestLine)
            {
                break;
            }
        }

        if (rest.WrittenCount > 0)
        {
            yield return rest.WrittenSpan.ToArray();
        }
    }
}
