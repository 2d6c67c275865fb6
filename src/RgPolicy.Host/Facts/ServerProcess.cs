namespace RgPolicy.Host.Facts;

/// <summary>The DBMS's main process, as the kernel sees it.</summary>
internal sealed record ServerProcess
{
    /// <summary>The main process.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When it started, in clock ticks after boot.</summary>
    public required ulong StartTime { get; init; }

    /// <summary>Its user.</summary>
    public required int UserId { get; init; }

    /// <summary>Its place in the hierarchy that has the cpu controller, or null when there is none.</summary>
    public required CgroupHierarchy? Hierarchy { get; init; }

    /// <summary>Why there is none.</summary>
    public ServerBlock? NoHierarchy { get; init; }

    /// <summary>Whether the cpu controller can be used below its group (v2: listed in
    /// cgroup.controllers; v1: always).</summary>
    public required bool HasCpuController { get; init; }

    /// <summary>Whether its children are sessions of their own (autogroup works per session); null
    /// without a child.</summary>
    public required bool? ChildrenAreSessions { get; init; }

    /// <summary>The disk of its working directory, which is the data directory.</summary>
    public required StorageFacts Storage { get; init; }

    /// <summary>The file that names it, of a server whose data directory has none by a known name; else null.</summary>
    public string? PidFile { get; init; }

    /// <summary>The system's unit that runs it, or null when none does.</summary>
    public ServerUnit? Unit { get; init; }

    /// <summary>Its place in the hierarchy that limits reads (cgroup v1, blkio), or null when there is none.</summary>
    public CgroupHierarchy? ReadHierarchy { get; init; }

    /// <summary>The disks of its tablespaces outside the data directory.</summary>
    public ImmutableArray<StorageFacts> Tablespaces { get; init; } = [];

    /// <summary>The numbers of all whole disks that it reads from, in order, each once; empty when none
    /// is known.</summary>
    public ImmutableArray<string> Disks =>
        [
            .. Tablespaces
                .Prepend(Storage)
                .Select(s => s.Number)
                .OfType<string>()
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
        ];

    /// <summary>Reads them, or null when there is no such process.</summary>
    public static ServerProcess? Read(FileRoot root, int processId)
    {
        if (ProcessStat.Read(root, processId) is not { HasEnded: false } stat)
            return null;

        var hierarchy = CgroupHierarchy.Find(root, processId);
        return new ServerProcess
        {
            ProcessId = processId,
            StartTime = stat.StartTime,
            UserId = ProcessUser.Read(root, processId) ?? -1,
            Hierarchy = hierarchy,
            NoHierarchy = hierarchy is null ? CgroupHierarchy.WhyUnseen(root, processId) : null,
            HasCpuController = hierarchy is not null && OffersCpu(root, hierarchy),
            ChildrenAreSessions = ReadSessions(root, processId),
            Storage = ReadStorage(root, processId),
            Unit = hierarchy is null ? null : ServerUnit.Of(root, hierarchy.Path),
            ReadHierarchy = CgroupHierarchy.FindReads(root, processId),
            Tablespaces = ReadTablespaces(root, processId),
        };
    }

    private static bool OffersCpu(FileRoot root, CgroupHierarchy hierarchy) =>
        hierarchy.Version == 1
        || (root.ReadTrimmed(hierarchy.Directory + "/cgroup.controllers") ?? string.Empty)
            .Split(' ')
            .Contains("cpu", StringComparer.Ordinal);

    private static bool? ReadSessions(FileRoot root, int processId)
    {
        var children = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task/{processId}/children");
        foreach (var text in (root.ReadTrimmed(children) ?? string.Empty).Split(' '))
        {
            if (
                int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var child)
                && ProcessStat.Read(root, child) is { } stat
            )
                return stat.SessionId == child;
        }

        return null;
    }

    // PostgreSQL has a symbolic link for each of them.
    private static ImmutableArray<StorageFacts> ReadTablespaces(FileRoot root, int processId)
    {
        var links = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/cwd/pg_tblspc");
        var found = ImmutableArray.CreateBuilder<StorageFacts>();
        foreach (var name in root.Tree is null ? root.DirectoryNames(links) : [])
        {
            if (root.FinalTarget($"{links}/{name}") is { } directory)
                found.Add(StorageFacts.Read(root, directory));
        }

        return found.ToImmutable();
    }

    private static StorageFacts ReadStorage(FileRoot root, int processId)
    {
        var link = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/cwd");
        var directory = root.FinalTarget(link);
        return directory is null ? new StorageFacts(null, null) : StorageFacts.Read(root, directory);
    }
}
