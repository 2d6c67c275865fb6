namespace RgPolicy.Testing.Stack;

/// <summary>Everything about a process that governing may change.</summary>
/// <param name="CpuGroup">Its cpu cgroup.</param>
/// <param name="AllowedCpus">Its affinity.</param>
/// <param name="IoPriority">Its I/O priority.</param>
internal sealed record Governance(string? CpuGroup, string? AllowedCpus, long IoPriority)
{
    /// <summary>Reads it from the kernel.</summary>
    public static Governance Of(int processId) =>
        new(
            ProcessFacts.CpuGroup(processId),
            ProcessFacts.AllowedCpus(processId),
            ProcessControl.IoPriority(processId)
        );

    /// <summary>The server's processes and threads that are governed now: those that differ from its main
    /// one.</summary>
    public static IReadOnlyList<int> Governed(int postmaster)
    {
        var origin = Of(postmaster);
        return ProcessFacts
            .Children(postmaster)
            .Concat(ProcessFacts.OtherThreads(postmaster))
            .Where(p => Of(p) is { CpuGroup: not null, AllowedCpus: not null } now && now != origin)
            .ToList();
    }

    /// <summary>RgPolicy's cgroups that exist now, in every hierarchy.</summary>
    public static IReadOnlyList<string> Groups() =>
        Directory.Exists("/sys/fs/cgroup")
            ? Directory
                .EnumerateDirectories(
                    "/sys/fs/cgroup",
                    "rgp_*",
                    new EnumerationOptions
                    {
                        RecurseSubdirectories = true,
                        MaxRecursionDepth = 8,
                        IgnoreInaccessible = true,
                    }
                )
                .ToList()
            : [];
}
