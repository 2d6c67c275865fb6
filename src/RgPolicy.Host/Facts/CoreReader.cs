namespace RgPolicy.Host.Facts;

/// <summary>Reads physical cores and NUMA nodes from sysfs.</summary>
internal static class CoreReader
{
    private const string Nodes = "/sys/devices/system/node";

    /// <summary>Cores in the order of their first CPU; a CPU that does not tell is a core of its own on
    /// socket 0.</summary>
    public static ImmutableArray<CpuCore> ReadCores(FileRoot root, ImmutableArray<int> online)
    {
        var packages = online.Select(cpu => Package(root, cpu)).Distinct().Order().ToList();
        var cores = ImmutableArray.CreateBuilder<CpuCore>();
        var seen = new HashSet<int>();
        foreach (var cpu in online)
        {
            if (!seen.Contains(cpu))
            {
                ImmutableArray<int> threads =
                [
                    .. Siblings(root, cpu).Where(thread => online.Contains(thread) && seen.Add(thread)),
                ];
                cores.Add(new CpuCore(packages.IndexOf(Package(root, cpu)), threads));
            }
        }

        return cores.ToImmutable();
    }

    /// <summary>Nodes in the order of their numbers.</summary>
    public static ImmutableArray<NumaNode> ReadNodes(FileRoot root) =>
        [
            .. from name in root.DirectoryNames(Nodes)
            where name.StartsWith("node", StringComparison.Ordinal)
            let id = int.TryParse(name.AsSpan(4), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                ? number
                : -1
            where id >= 0
            orderby id
            select new NumaNode(id, CpuList.Parse(root.ReadTrimmed($"{Nodes}/{name}/cpulist")) ?? []),
        ];

    private static ImmutableArray<int> Siblings(FileRoot root, int cpu) =>
        CpuList.Parse(root.ReadTrimmed(Topology(cpu) + "/thread_siblings_list")) is { } siblings
        && siblings.Contains(cpu)
            ? siblings
            : [cpu];

    private static int Package(FileRoot root, int cpu) =>
        int.TryParse(
            root.ReadTrimmed(Topology(cpu) + "/physical_package_id"),
            NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture,
            out var package
        )
            ? Math.Max(0, package)
            : 0;

    private static string Topology(int cpu) =>
        string.Create(CultureInfo.InvariantCulture, $"/sys/devices/system/cpu/cpu{cpu}/topology");
}
