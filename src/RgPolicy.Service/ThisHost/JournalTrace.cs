using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Service.ThisHost;

/// <summary>
/// Looks whether a sidecar's journal still names something that was not given back. Only a look: what is restored, and
/// how, is the sidecar's own business.
/// </summary>
internal static class JournalTrace
{
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
        if (Read(line) is not { } entry || entry.Boot != boot)
        {
            return;
        }

        Toggle(open, "process", entry.Process?.Name, $"{entry.DoneProcessId} {entry.DoneStartTime}");
        Toggle(open, "group", entry.Group, entry.RemovedGroup);
        Toggle(open, "controller", entry.Controller, entry.RevertedController);
    }

    private static void Toggle(HashSet<string> open, string kind, string? opened, string? closed)
    {
        if (opened is not null)
        {
            open.Add($"{kind} {opened}");
        }

        open.Remove($"{kind} {closed}");
    }

    private static JournalLine? Read(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, JournalLineContext.Default.JournalLine);
        }
        catch (JsonException)
        {
            // A torn line: its change was not made either.
            return null;
        }
    }
}

/// <summary>Reads lines of a journal by generated code: a native program has no reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(JournalLine))]
internal sealed partial class JournalLineContext : JsonSerializerContext;
