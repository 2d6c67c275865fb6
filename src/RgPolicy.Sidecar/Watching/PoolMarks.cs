using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Watching;

/// <summary>What the kernel shows at one moment of all that pools rest on: one text for each part,
/// cheap to read and to compare.</summary>
/// <param name="Parts">By name.</param>
internal sealed record PoolMarks(ImmutableSortedDictionary<string, string> Parts)
{
    private const string Nothing = "not there";
    private const string AsSet = "as set";

    internal static PoolMarks None { get; } =
        new(ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal));

    /// <summary>Reads the marks.</summary>
    /// <param name="root">The host.</param>
    /// <param name="pools">The pools.</param>
    /// <param name="server">The server's main process.</param>
    /// <param name="granted">What was handed over.</param>
    /// <param name="weightOf">What a pool's weight is to be now: it follows what runs beside it, which
    /// is no drift.</param>
    internal static PoolMarks Read(
        FileRoot root,
        IEnumerable<ActivePool> pools,
        Postmaster? server,
        GrantedGroups granted,
        Func<ActivePool, int?> weightOf
    )
    {
        var parts = None.Parts.ToBuilder();
        parts["CPUs online"] = Text(root, "/sys/devices/system/cpu/online");
        parts["resctrl"] = root.HasDirectory(ResctrlFacts.Directory + "/info") ? "mounted" : Nothing;
        parts["groups handed over"] = granted.Mark;
        parts["the server"] = server is { } found
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"process {found.ProcessId} in {CgroupHierarchy.Find(root, found.ProcessId)?.Path}"
            )
            : Nothing;
        foreach (var pool in pools)
            Add(root, pool, weightOf(pool), parts);

        return new PoolMarks(parts.ToImmutable());
    }

    /// <summary>Names of the parts that are not as they were.</summary>
    internal ImmutableArray<string> ChangedSince(PoolMarks before)
    {
        var changed = ImmutableArray.CreateBuilder<string>();
        foreach (var (name, text) in Parts)
        {
            if (before.Parts.GetValueOrDefault(name, text) != text)
                changed.Add(name);
        }

        return changed.ToImmutable();
    }

    private static void Add(
        FileRoot root,
        ActivePool pool,
        int? weight,
        ImmutableSortedDictionary<string, string>.Builder parts
    )
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"pool {pool.Spec.Number}");
        if (pool.Cpu is { } cpu)
        {
            var (file, _) = CpuGroups.Weight(cpu.Version, 1);
            var now = Text(root, Path.Join(cpu.Directory, file));
            parts[$"{name}: {file}"] = now == weight?.ToString(CultureInfo.InvariantCulture) ? AsSet : now;
            parts[$"{name}: {CpuPlanner.CpuSet}"] = Text(root, Path.Join(cpu.Directory, CpuPlanner.CpuSet));
        }

        if (pool.Reads is { } reads)
            parts[$"{name}: limit of reads"] = ReadGroups.ReadBack(root, reads) ?? Nothing;

        if (pool.Cache is { } cache)
        {
            parts[$"{name}: schemata"] = Text(root, cache.Directory + "/schemata");
            parts[$"{name}: {ChangePlanner.CpuFile}"] = Text(root, $"{cache.Directory}/{ChangePlanner.CpuFile}");
            parts[$"{name}: monitoring group"] =
                cache.Monitor.Length == 0 || root.HasDirectory(ChangePlanner.Monitor(cache.Directory, cache.Monitor))
                    ? string.Empty
                    : Nothing;
        }
    }

    private static string Text(FileRoot root, string path) => root.ReadTrimmed(path) ?? Nothing;
}
