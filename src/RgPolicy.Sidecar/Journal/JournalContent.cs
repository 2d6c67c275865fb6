using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Sidecar.Journal;

/// <summary>What is outstanding according to a journal: all that has to be given back.</summary>
internal sealed class JournalContent
{
    private readonly string _boot;
    private readonly Dictionary<(int ProcessId, ulong StartTime), ProcessOriginal> _processes = [];
    private readonly List<string> _groups = [];
    private readonly List<string> _controllers = [];
    private readonly SortedDictionary<string, HandedFile> _handed = new(StringComparer.Ordinal);

    internal JournalContent(string boot) => _boot = boot;

    internal IReadOnlyCollection<ProcessOriginal> Processes => _processes.Values;

    /// <summary>What a process had before it was first moved, or null when it is not outstanding.</summary>
    internal ProcessOriginal? Find(int processId, ulong startTime) =>
        _processes.GetValueOrDefault((processId, startTime));

    internal IReadOnlyList<string> Groups => _groups;

    internal IReadOnlyList<string> Controllers => _controllers;

    /// <summary>Files that were given to another user.</summary>
    internal IReadOnlyCollection<HandedFile> Handed => _handed.Values;

    /// <summary>Whether it has lines that cannot be read, or none at all: what they named is not known
    /// any more.</summary>
    internal bool IsDamaged { get; private set; }

    internal bool IsEmpty =>
        _processes.Count == 0 && _groups.Count == 0 && _controllers.Count == 0 && _handed.Count == 0;

    /// <summary>Reads a journal's text; lines that are torn, foreign or of another boot are passed over.</summary>
    internal static JournalContent Parse(string text, string boot)
    {
        var content = new JournalContent(boot) { IsDamaged = text.Length == 0 };
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (ParseLine(line) is { } entry)
                content.Apply(entry);
            else
                content.IsDamaged = true;
        }

        return content;
    }

    internal static string Line(JournalEntry entry) =>
        JsonSerializer.Serialize(entry, JournalJson.Default.JournalEntry) + "\n";

    /// <summary>Takes one entry into account; applying the same entry twice changes nothing.</summary>
    internal void Apply(JournalEntry entry)
    {
        if (entry.Boot != _boot)
            return;

        ApplyProcess(entry);
        Toggle(_groups, entry.Group, entry.RemovedGroup);
        Toggle(_controllers, entry.Controller, entry.RevertedController);
        _ = entry.Handed is { } handed && _handed.TryAdd(handed.Path, handed);
        _ = entry.TakenBack is { } path && _handed.Remove(path);
    }

    /// <summary>The shortest journal with the same content; the first line says nothing but that it is one.</summary>
    internal string Compacted()
    {
        var text = new StringBuilder(Line(new JournalEntry { Boot = _boot }));
        foreach (var group in _groups)
            text.Append(Line(new JournalEntry { Boot = _boot, Group = group }));

        foreach (var controller in _controllers)
            text.Append(Line(new JournalEntry { Boot = _boot, Controller = controller }));

        foreach (var handed in _handed.Values)
            text.Append(Line(new JournalEntry { Boot = _boot, Handed = handed }));

        foreach (var process in _processes.Values)
            text.Append(Line(new JournalEntry { Boot = _boot, Process = process }));

        return text.ToString();
    }

    private static JournalEntry? ParseLine(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, JournalJson.Default.JournalEntry);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private void ApplyProcess(JournalEntry entry)
    {
        if (entry.Process is { Threads.IsDefaultOrEmpty: false, ProcessId: > 1 } process)
        {
            var key = (process.ProcessId, process.StartTime);
            // What was noted first is the original; later lines only add levers.
            _processes[key] = _processes.TryGetValue(key, out var known)
                ? known with
                {
                    Touched = known.Touched | process.Touched,
                }
                : process;
        }

        if (entry is { DoneProcessId: { } id, DoneStartTime: { } start })
            _processes.Remove((id, start));
    }

    private static void Toggle(List<string> list, string? added, string? removed)
    {
        if (added is not null && !list.Contains(added, StringComparer.Ordinal))
            list.Add(added);

        if (removed is not null)
            list.Remove(removed);
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    MaxDepth = 8
)]
[JsonSerializable(typeof(JournalEntry))]
internal sealed partial class JournalJson : JsonSerializerContext;

/// <summary>One line of the journal: one of the members beside the boot is given, in the first line of
/// a journal none.</summary>
internal sealed record JournalEntry
{
    /// <summary>The boot in which it was written; of another boot nothing is left to restore.</summary>
    public required string Boot { get; init; }

    /// <summary>A process that is about to be changed.</summary>
    public ProcessOriginal? Process { get; init; }

    /// <summary>A process that has everything back, or is gone: its number ...</summary>
    public int? DoneProcessId { get; init; }

    /// <summary>... and its start time.</summary>
    public ulong? DoneStartTime { get; init; }

    /// <summary>A group directory that is about to be made.</summary>
    public string? Group { get; init; }

    /// <summary>A group directory that is gone, or was not made.</summary>
    public string? RemovedGroup { get; init; }

    /// <summary>A cgroup v2 directory and, as its last part, a controller that is about to be enabled
    /// for its children.</summary>
    public string? Controller { get; init; }

    /// <summary>The same when that was taken back.</summary>
    public string? RevertedController { get; init; }

    /// <summary>A file that is about to be given to another user.</summary>
    public HandedFile? Handed { get; init; }

    /// <summary>A file that has its owner back, or is gone.</summary>
    public string? TakenBack { get; init; }
}
