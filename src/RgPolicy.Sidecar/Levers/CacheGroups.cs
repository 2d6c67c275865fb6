using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;
using SchemataValues = System.Collections.Immutable.ImmutableSortedDictionary<
    string, System.Collections.Immutable.ImmutableSortedDictionary<int, string>>;

namespace RgPolicy.Sidecar.Levers;

/// <summary>L3 masks and memory bandwidth by one resctrl group per class of service; other people's groups are never touched.</summary>
internal sealed class CacheGroups
{
    private readonly JournalFile _journal;

    internal CacheGroups(JournalFile journal) => _journal = journal;

    /// <summary>A pool's group with its settings written, before any task is in it; null when there can be none.</summary>
    internal CacheGroup? Prepare(ResctrlFacts? facts, PoolSpec spec, CacheGroup? kept, List<string> problems)
    {
        var lines = Lines(facts, spec, problems);
        if (facts is null || lines.Count == 0)
        {
            return null;
        }

        using var held = CacheLock.Take();
        if (held is null)
        {
            problems.Add("cache: another program holds the lock of /sys/fs/resctrl");
            return null;
        }

        var group = kept is not null && Directory.Exists(kept.Directory) ? kept : Make(spec.ServiceClass ?? spec.Number, problems);
        if (group is null || WriteLines(group, lines, problems))
        {
            return group;
        }

        Remove(group);
        return null;
    }

    /// <summary>The masks and the bandwidth in force, such as <c>L3:0=3;1=3</c>, read back; null when the group is gone.</summary>
    internal static string? ReadBack(CacheGroup group)
    {
        var text = FileRoot.Machine.ReadText(Path.Join(group.Directory, "schemata"));
        return text is null ? null : string.Join(' ', Schemata.Parse(text).Select(Describe));
    }

    internal void Remove(CacheGroup group)
    {
        if (GroupRemover.Remove(group.Directory) == 0)
        {
            _ = _journal.AddRemovedGroup(group.Directory);
        }
    }

    private static string Describe(KeyValuePair<string, ImmutableSortedDictionary<int, string>> resource)
    {
        var isMask = resource.Key.StartsWith('L');
        var values = resource.Value.Select(d => string.Create(CultureInfo.InvariantCulture, $"{d.Key}={Normal(d.Value, isMask)}"));
        return $"{resource.Key}:{string.Join(';', values)}";
    }

    private static string Normal(string value, bool isMask) => isMask && Schemata.ParseMask(value) is { } mask
        ? mask.ToString("x", CultureInfo.InvariantCulture)
        : value;

    private static List<SchemataLine> Lines(
        ResctrlFacts? facts, PoolSpec spec, List<string> problems)
    {
        var lines = new List<SchemataLine>();
        if (spec.WayCount is null && spec.MemoryBandwidthPercent is null)
        {
            return lines;
        }

        if (facts is null)
        {
            problems.Add("cache: resctrl is not mounted here");
            return lines;
        }

        var root = Schemata.Parse(FileRoot.Machine.ReadText(ResctrlFacts.Directory + "/schemata"));
        AddMasks(facts, spec, root, lines, problems);
        AddBandwidth(facts, spec, root, lines, problems);
        return lines;
    }

    private static void AddMasks(
        ResctrlFacts facts,
        PoolSpec spec,
        SchemataValues root,
        List<SchemataLine> lines,
        List<string> problems)
    {
        if (spec.WayCount is not { } count)
        {
            return;
        }

        if (facts.CacheResources.Length == 0)
        {
            problems.Add("cache: this processor offers no L3 allocation");
            return;
        }

        foreach (var resource in facts.CacheResources.Where(root.ContainsKey))
        {
            if (WayMasks.Of(facts, spec, root[resource].Keys, out var problem) is { } masks)
            {
                lines.Add(new SchemataLine(resource, masks));
            }
            else
            {
                problems.Add("cache: " + problem);
                return;
            }
        }
    }

    private static void AddBandwidth(
        ResctrlFacts facts,
        PoolSpec spec,
        SchemataValues root,
        List<SchemataLine> lines,
        List<string> problems)
    {
        if (spec.MemoryBandwidthPercent is not { } percent)
        {
            return;
        }

        if (facts.LeastBandwidthPercent is not { } least || !root.TryGetValue("MB", out var domains))
        {
            problems.Add("memory bandwidth: this host offers none in percent");
            return;
        }

        var value = Math.Clamp(percent, least, 100).ToString(CultureInfo.InvariantCulture);
        lines.Add(new SchemataLine("MB", domains.Keys.ToImmutableSortedDictionary(domain => domain, _ => value)));
    }

    private CacheGroup? Make(int number, List<string> problems)
    {
        var directory = GroupMaker.Make(ResctrlFacts.Directory, number, _journal, out var problem);
        if (directory is not null)
        {
            return new CacheGroup(Path.GetFileName(directory), directory);
        }

        problems.Add("cache: " + problem);
        return null;
    }

    // One write per line: in one write a later bad line may leave an earlier one in force (MB in megabytes).
    private static bool WriteLines(
        CacheGroup group, List<SchemataLine> lines, List<string> problems)
    {
        var path = Path.Join(group.Directory, "schemata");
        var written = false;
        foreach (var line in lines)
        {
            var text = Schemata.Line(line.Resource, line.Values);
            var error = KernelFile.Write(path, text);
            if (error != 0)
            {
                problems.Add($"{line.Resource}: {text.TrimEnd()} was refused: {Errno.Describe(error)}{LastStatus()}");
            }
            else if (!IsInForce(path, line))
            {
                problems.Add($"{line.Resource}: {text.TrimEnd()} was accepted and is not in force");
            }
            else
            {
                written = true;
            }
        }

        return written;
    }

    // The kernel rounds a bandwidth up; a mask must be exactly what was asked for.
    private static bool IsInForce(string path, SchemataLine line)
    {
        var found = Schemata.Parse(FileRoot.Machine.ReadText(path));
        return found.TryGetValue(line.Resource, out var domains)
            && line.Values.All(wanted => domains.TryGetValue(wanted.Key, out var value) && (line.Resource == "MB"
                ? int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var percent)
                    && percent >= int.Parse(wanted.Value, CultureInfo.InvariantCulture)
                : Schemata.ParseMask(value) == Schemata.ParseMask(wanted.Value)));
    }

    private static string LastStatus()
    {
        var lines = FileRoot.Machine.ReadLines(ResctrlFacts.Directory + "/info/last_cmd_status");
        return lines.Length == 0 || lines[^1] == "ok" ? string.Empty : $" ({lines[^1].Trim()})";
    }
}
