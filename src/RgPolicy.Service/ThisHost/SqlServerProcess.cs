namespace RgPolicy.Service.ThisHost;

/// <summary>The main process of a SQL Server on this host, which started its others.</summary>
internal sealed record SqlServerProcess(int ProcessId)
{
    public const string Name = "sqlservr";

    /// <summary>The one with the lowest number, or null.</summary>
    public static SqlServerProcess? Find(FileRoot root) =>
        root.DirectoryNames("/proc")
            .Select(name => int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0)
            .Where(id => id > 0)
            .Order()
            .Where(id => ProcessStat.Read(root, id) is { HasEnded: false, Name: Name })
            .Select(id => new SqlServerProcess(id))
            .FirstOrDefault();

    /// <summary>The CPUs that the host lets it use.</summary>
    public ImmutableArray<int> MayUse(FileRoot root) => AllowedCpus.Of(root, ProcessId);

    /// <summary>See <see cref="AllowedCpus.QuotaOf"/>.</summary>
    public double? QuotaCpus(FileRoot root) => AllowedCpus.QuotaOf(root, ProcessId);
}

/// <summary>The CPUs that the host lets a process use: its affinity within the cpuset of its cgroup.</summary>
internal static class AllowedCpus
{
    private const string Line = "Cpus_allowed_list:";

    /// <summary>The CPUs; none where they cannot be read.</summary>
    public static ImmutableArray<int> Of(FileRoot root, int? processId)
    {
        return processId is { } id
            ? CpuList.Parse(
                root.ReadLines(Invariant($"/proc/{id}/status"))
                    .FirstOrDefault(line => line.StartsWith(Line, StringComparison.Ordinal))
                    ?[Line.Length..].Trim()
            ) ?? []
            : [];
    }

    /// <summary>The CPUs that the quota of a process's cgroup, or of one around it, comes to; null without one.</summary>
    public static double? QuotaOf(FileRoot root, int processId)
    {
        if (CgroupHierarchy.Find(root, processId) is not { } hierarchy)
            return null;

        var least = default(double?);
        for (
            var directory = hierarchy.Directory;
            directory is { Length: > 1 };
            directory = Path.GetDirectoryName(directory)
        )
        {
            var quota =
                hierarchy.Version == 2
                    ? Quota(root.ReadTrimmed(directory + "/cpu.max")?.Split(' '))
                    : Quota([
                        root.ReadTrimmed(directory + "/cpu.cfs_quota_us") ?? "",
                        root.ReadTrimmed(directory + "/cpu.cfs_period_us") ?? "",
                    ]);
            least = quota is { } cpus && !(least < cpus) ? cpus : least;
        }

        return least;
    }

    /// <summary>No quota is <c>max</c> on cgroup v2, and -1 on v1.</summary>
    private static double? Quota(string[]? words) =>
        words is [var quota, var period]
        && long.TryParse(quota, NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds)
        && long.TryParse(period, NumberStyles.None, CultureInfo.InvariantCulture, out var every)
        && every > 0
            ? (double)microseconds / every
            : null;
}
