using System.Text.Json;
using RgPolicy.Service.Files;

namespace RgPolicy.Service.Audit;

/// <summary>Reads entries back, whether or not their chain is whole.</summary>
public static class AuditReader
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
                {
                    last.Dequeue();
                }
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
