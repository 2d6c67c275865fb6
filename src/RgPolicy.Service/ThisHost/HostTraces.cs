using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace RgPolicy.Service.ThisHost;

/// <summary>What a sidecar that is gone may have left in the kernel's file systems; only looked at,
/// never changed.</summary>
/// <param name="Groups">Groups with a name of ours in resctrl and in the cgroup trees.</param>
/// <param name="Journal">A journal that names something that was not given back; null without one, or
/// where it may not be read.</param>
internal sealed partial record HostTraces(ImmutableArray<string> Groups, string? Journal)
{
    private const int Depth = 5;

    /// <summary>True when there are none.</summary>
    public bool IsClean => Groups.IsEmpty && Journal is null;

    public IEnumerable<string> All => Journal is null ? Groups : Groups.Append(Journal);

    public static HostTraces Read(FileRoot root, string stateDirectory)
    {
        var groups = Find(root, ResctrlFacts.Directory, 1).Concat(Find(root, "/sys/fs/cgroup", Depth));
        var journal = Path.Join(stateDirectory, "journal");
        var boot = root.ReadTrimmed("/proc/sys/kernel/random/boot_id") ?? "";
        return new HostTraces([.. groups], JournalTrace.IsOutstanding(root.ReadLines(journal), boot) ? journal : null);
    }

    private static IEnumerable<string> Find(FileRoot root, string directory, int depth)
    {
        foreach (var name in root.DirectoryNames(directory).Order(StringComparer.Ordinal))
        {
            var child = $"{directory}/{name}";
            if (OurName().IsMatch(name))
            {
                yield return child;
            }
            else if (depth > 1)
            {
                foreach (var group in Find(root, child, depth - 1))
                    yield return group;
            }
        }
    }

    [GeneratedRegex("^rgp_[1-9][0-9]?(?:_[2-9])?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 100)]
    private static partial Regex OurName();
}

/// <summary>What of a line of a sidecar's journal tells whether something was not given back.</summary>
/// <param name="Boot">The boot in which it was written.</param>
/// <param name="Process">A process that is about to be changed.</param>
/// <param name="DoneProcessId">A process that has everything back: its number ...</param>
/// <param name="DoneStartTime">... and its start time.</param>
/// <param name="Group">A group that is about to be made.</param>
/// <param name="RemovedGroup">A group that is gone.</param>
/// <param name="Controller">A controller that is about to be enabled.</param>
/// <param name="RevertedController">The same when that was taken back.</param>
internal sealed record JournalLine(
    string? Boot,
    JournalProcess? Process,
    int? DoneProcessId,
    ulong? DoneStartTime,
    string? Group,
    string? RemovedGroup,
    string? Controller,
    string? RevertedController
);

/// <summary>A process in a sidecar's journal.</summary>
internal sealed record JournalProcess(int? ProcessId, ulong? StartTime)
{
    /// <summary>Tells it from an earlier process with the same number.</summary>
    public string Name => $"{ProcessId} {StartTime}";
}

/// <summary>Looks whether a sidecar's journal still names something that was not given back. Only a look: what is
/// restored, and how, is the sidecar's own business.</summary>
internal static class JournalTrace
{
    /// <summary>True when it does. Lines that are torn, or of another boot, do not count.</summary>
    public static bool IsOutstanding(IEnumerable<string> lines, string boot)
    {
        var open = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in lines)
            Apply(open, line, boot);

        return open.Count > 0;
    }

    private static void Apply(HashSet<string> open, string line, string boot)
    {
        if (Read(line) is not { } entry || entry.Boot != boot)
            return;

        Toggle(open, "process", entry.Process?.Name, $"{entry.DoneProcessId} {entry.DoneStartTime}");
        Toggle(open, "group", entry.Group, entry.RemovedGroup);
        Toggle(open, "controller", entry.Controller, entry.RevertedController);
    }

    private static void Toggle(HashSet<string> open, string kind, string? opened, string? closed)
    {
        if (opened is not null)
            open.Add($"{kind} {opened}");

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
