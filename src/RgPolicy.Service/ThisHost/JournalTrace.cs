using System.Text.Json;

namespace RgPolicy.Service.ThisHost;

/// <summary>
/// Looks whether a sidecar's journal still names something that was not given back. Only a look: what is restored, and
/// how, is the sidecar's own business.
/// </summary>
internal static class JournalTrace
{
    private static readonly (string Opening, string Closing)[] Pairs =
    [
        ("group", "removedGroup"),
        ("controller", "revertedController"),
    ];

    /// <summary>True when it does. Lines that are torn, or of another boot, do not count.</summary>
    public static bool IsOutstanding(IEnumerable<string> lines, string boot)
    {
        var open = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in lines)
        {
            Apply(open, line, boot);
        }

        return open.Count > 0;
    }

    private static void Apply(HashSet<string> open, string line, string boot)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            var entry = document.RootElement;
            if (entry.ValueKind == JsonValueKind.Object && Text(entry, "boot") == boot)
            {
                ApplyProcess(open, entry);
                ApplyPairs(open, entry);
            }
        }
        catch (JsonException)
        {
            // A torn line: its change was not made either.
        }
    }

    private static void ApplyProcess(HashSet<string> open, JsonElement entry)
    {
        if (entry.TryGetProperty("process", out var process) && process.ValueKind == JsonValueKind.Object)
        {
            open.Add($"process {Text(process, "processId")} {Text(process, "startTime")}");
        }

        open.Remove($"process {Text(entry, "doneProcessId")} {Text(entry, "doneStartTime")}");
    }

    private static void ApplyPairs(HashSet<string> open, JsonElement entry)
    {
        foreach (var (opening, closing) in Pairs)
        {
            if (Text(entry, opening) is { } opened)
            {
                open.Add($"{opening} {opened}");
            }

            open.Remove($"{opening} {Text(entry, closing)}");
        }
    }

    private static string? Text(JsonElement entry, string name) =>
        entry.TryGetProperty(name, out var value) ? value.ToString() : null;
}
