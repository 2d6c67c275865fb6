namespace RgPolicy.Host.Facts;

/// <summary>The machine's processors and last-level caches, from sysfs.</summary>
/// <param name="Cpus">Logical CPUs that are online, ascending.</param>
/// <param name="Domains">L3 caches by number; empty where the machine shows none.</param>
internal sealed record Topology(ImmutableArray<int> Cpus, ImmutableArray<CacheDomain> Domains)
{
    private const string CpuDirectory = "/sys/devices/system/cpu";

    /// <summary>Physical cores in the order of their first CPU.</summary>
    public ImmutableArray<CpuCore> Cores { get; init; } = [];

    /// <summary>NUMA nodes by number; empty where the machine shows none.</summary>
    public ImmutableArray<NumaNode> Nodes { get; init; } = [];

    /// <summary>Bytes of L2 that a core has of its own, the least of all cores; 0 when unknown.</summary>
    public long L2Bytes { get; init; }

    /// <summary>Processor packages; at least 1.</summary>
    public int Sockets => Math.Max(1, Cores.Select(core => core.Socket).Distinct().Count());

    /// <summary>Reads the topology.</summary>
    public static Topology Read(FileRoot root)
    {
        var cpus = CpuList.Parse(root.ReadTrimmed(CpuDirectory + "/online")) ?? [];
        var domains = new SortedDictionary<int, CacheDomain>();
        foreach (var cpu in cpus)
        {
            if (ReadDomain(root, cpu) is { } domain)
                domains.TryAdd(domain.Id, domain);
        }

        var cores = CoreReader.ReadCores(root, cpus);
        return new Topology(cpus, [.. domains.Values])
        {
            L2Bytes = cores.Select(core => ReadL2(root, core, cores)).Where(bytes => bytes > 0).DefaultIfEmpty().Min(),
            Cores = cores,
            Nodes = CoreReader.ReadNodes(root),
        };
    }

    // Some cores share one: each has its part.
    private static long ReadL2(FileRoot root, CpuCore core, ImmutableArray<CpuCore> cores)
    {
        if (CacheOf(root, core.Cpus[0], "2") is not { } cache)
            return 0;

        var shared = CpuList.Parse(root.ReadTrimmed(cache + "/shared_cpu_list")) ?? core.Cpus;
        return Size(root.ReadTrimmed(cache + "/size"))
            / Math.Max(1, cores.Count(each => each.Cpus.Any(shared.Contains)));
    }

    /// <summary>The folder of a CPU's cache of one level, or null.</summary>
    private static string? CacheOf(FileRoot root, int cpu, string level)
    {
        var caches = string.Create(CultureInfo.InvariantCulture, $"{CpuDirectory}/cpu{cpu}/cache");
        return root.DirectoryNames(caches)
            .Select(name => $"{caches}/{name}")
            .FirstOrDefault(cache => root.ReadTrimmed(cache + "/level") == level);
    }

    private static CacheDomain? ReadDomain(FileRoot root, int cpu)
    {
        if (CacheOf(root, cpu, "3") is { } cache)
        {
            var shared = CpuList.Parse(root.ReadTrimmed(cache + "/shared_cpu_list")) ?? [cpu];
            // Without a number of its own the first CPU that shares it identifies the cache.
            var id = Number(root.ReadTrimmed(cache + "/id")) ?? shared[0];
            var ways = Number(root.ReadTrimmed(cache + "/ways_of_associativity")) ?? 0;
            return new CacheDomain(id, shared, Size(root.ReadTrimmed(cache + "/size")), ways);
        }

        return null;
    }

    private static int? Number(string? text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    // Written as 32768K.
    private static long Size(string? text)
    {
        var unit = text is { Length: > 0 } ? text[^1] : ' ';
        var factor = unit switch
        {
            'K' => 1024L,
            'M' => 1024L * 1024,
            'G' => 1024L * 1024 * 1024,
            _ => 1L,
        };
        var digits = factor == 1 ? text : text?[..^1];
        return long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? size * factor : 0;
    }
}

/// <summary>One L3 cache.</summary>
/// <param name="Id">Its number, as resctrl uses it; numbers may have gaps.</param>
/// <param name="Cpus">The logical CPUs that share it.</param>
/// <param name="SizeBytes">Its size, or 0 when unknown.</param>
/// <param name="Ways">Its associativity, or 0 when unknown.</param>
internal sealed record CacheDomain(int Id, ImmutableArray<int> Cpus, long SizeBytes, int Ways);

/// <summary>One physical core.</summary>
/// <param name="Socket">Its processor package, numbered from 0 in the order of the kernel's numbers.</param>
/// <param name="Cpus">Its logical CPUs that are online, ascending.</param>
internal sealed record CpuCore(int Socket, ImmutableArray<int> Cpus);

/// <summary>One NUMA node.</summary>
/// <param name="Id">Its number; numbers may have gaps.</param>
/// <param name="Cpus">Its logical CPUs, ascending; none for a node of memory only.</param>
internal sealed record NumaNode(int Id, ImmutableArray<int> Cpus);
