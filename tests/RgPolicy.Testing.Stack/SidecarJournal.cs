using System.Text.Json;

namespace RgPolicy.Testing.Stack;

/// <summary>Reads from a sidecar's journal which groups it says it has made.</summary>
internal static class SidecarJournal
{
    /// <summary>The groups that are noted as made and not as removed; none without a journal.</summary>
    public static IReadOnlyList<string> Groups(string stateDirectory)
    {
        List<string> groups = [];
        foreach (var line in Lines(Path.Combine(stateDirectory, "journal")))
        {
            if (Value(line, "group") is { } made)
                groups.Add(made);
            if (Value(line, "removedGroup") is { } removed)
                groups.Remove(removed);
        }

        return groups;
    }

    private static string[] Lines(string path)
    {
        try
        {
            using var reader = new StreamReader(
                new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete)
            );
            return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        }
        catch (IOException)
        {
            return [];
        }
    }

    private static string? Value(string line, string name)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            return document.RootElement.TryGetProperty(name, out var value) ? value.GetString() : null;
        }
        catch (JsonException)
        {
            // The last line may be half written.
            return null;
        }
    }
}
