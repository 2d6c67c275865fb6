using System.Globalization;

namespace RgPolicy.Host.Facts;

/// <summary>The DBMS's main process, as the kernel sees it.</summary>
public sealed record ServerFacts
{
    /// <summary>The main process.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When it started, in clock ticks after boot.</summary>
    public required ulong StartTime { get; init; }

    /// <summary>Its user.</summary>
    public required int UserId { get; init; }

    /// <summary>Its place in the hierarchy that has the cpu controller, or null when there is none.</summary>
    public required CpuHierarchy? Hierarchy { get; init; }

    /// <summary>Whether the cpu controller can be used below its group (v2: listed in cgroup.controllers; v1: always).</summary>
    public required bool HasCpuController { get; init; }

    /// <summary>Whether its children are sessions of their own (autogroup works per session); null without a child.</summary>
    public required bool? ChildrenAreSessions { get; init; }

    /// <summary>The disk of its working directory, which is the data directory.</summary>
    public required StorageFacts Storage { get; init; }

    /// <summary>Reads them, or null when there is no such process.</summary>
    public static ServerFacts? Read(FileRoot root, int processId)
    {
        if (ProcessStat.Read(root, processId) is not { HasEnded: false } stat)
        {
            return null;
        }

        var hierarchy = CpuHierarchy.Find(root, processId);
        return new ServerFacts
        {
            ProcessId = processId,
            StartTime = stat.StartTime,
            UserId = ProcessUser.Read(root, processId) ?? -1,
            Hierarchy = hierarchy,
            HasCpuController = hierarchy is not null && OffersCpu(root, hierarchy),
            ChildrenAreSessions = ReadSessions(root, processId),
            Storage = ReadStorage(root, processId),
        };
    }

    private static bool OffersCpu(FileRoot root, CpuHierarchy hierarchy) =>
        hierarchy.Version == 1
        || (root.ReadTrimmed(hierarchy.Directory + "/cgroup.controllers") ?? string.Empty)
            .Split(' ').Contains("cpu", StringComparer.Ordinal);

    private static bool? ReadSessions(FileRoot root, int processId)
    {
        var children = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task/{processId}/children");
        foreach (var text in (root.ReadTrimmed(children) ?? string.Empty).Split(' '))
        {
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var child)
                && ProcessStat.Read(root, child) is { } stat)
            {
                return stat.SessionId == child;
            }
        }

        return null;
    }

    private static StorageFacts ReadStorage(FileRoot root, int processId)
    {
        var link = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/cwd");
        var directory = root.FinalTarget(link);
        return directory is null ? new StorageFacts(null, null) : StorageFacts.Read(root, directory);
    }
}
