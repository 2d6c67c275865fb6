using System.Text.Json;
using RgPolicy.Dbms.Files;
using RgPolicy.Service.Files;

namespace RgPolicy.Service.Audit;

/// <summary>Reads entries back, whether or not their chain is whole.</summary>
internal static class AuditReader
{
    /// <summary>The last entries, the oldest of them first; a line that is none is left out.</summary>
    /// <param name="path">The file that is written.</param>
    /// <param name="count">How many at most.</param>
    /// <param name="isWanted">Which entries count; null for all.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public static IReadOnlyList<JsonElement> Last(string path, int count, Predicate<JsonElement>? isWanted = null)
    {
        var last = new Queue<JsonElement>();
        foreach (var line in NumberedFiles.InOrder(path).SelectMany(AuditLines.Of))
        {
            if (Parse(line) is { ValueKind: JsonValueKind.Object } entry && isWanted?.Invoke(entry) != false)
            {
                last.Enqueue(entry);
                if (last.Count > count)
                    last.Dequeue();
            }
        }

        return [.. last];
    }

    private static JsonElement? Parse(byte[] line)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            return document.RootElement.Clone();
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

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
                break;
        }

        if (rest.WrittenCount > 0)
            yield return rest.WrittenSpan.ToArray();
    }
}
