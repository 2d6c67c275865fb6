using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Provisioning;

namespace RgPolicy.Sidecar.Watching;

/// <summary>What the kernel shows at one moment of all that pools rest on: one text for each part, cheap to read and to compare.</summary>
/// <param name="Parts">By name.</param>
internal sealed record PoolMarks(ImmutableSortedDictionary<string, string> Parts)
{
    private const string Nothing = "not there";

    internal static PoolMarks None { get; } = new(ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal));

    /// <summary>Reads them.</summary>
    internal static PoolMarks Read(FileRoot root, IEnumerable<ActivePool> pools, Postmaster? server, GrantedGroups granted)
    {
        var parts = None.Parts.ToBuilder();
        parts["CPUs online"] = Text(root, "/sys/devices/system/cpu/online");
        parts["resctrl"] = root.HasDirectory(ResctrlFacts.Directory + "/info") ? "mounted" : Nothing;
        parts["groups handed over"] = granted.Format();
        parts["the server"] = server is { } found ? string.Create(
            CultureInfo.InvariantCulture, $"process {found.ProcessId} in {CgroupHierarchy.Find(root, found.ProcessId)?.Path}") : Nothing;
        foreach (var pool in pools)
        {
            Add(root, pool, parts);
        }

        return new PoolMarks(parts.ToImmutable());
    }

    /// <summary>Names of the parts that are not as they were.</summary>
    internal ImmutableArray<string> ChangedSince(PoolMarks before)
    {
        var changed = ImmutableArray.CreateBuilder<string>();
        foreach (var (name, text) in Parts)
        {
            if (before.Parts.GetValueOrDefault(name, text) != text)
            {
                changed.Add(name);
            }
        }

        return changed.ToImmutable();
    }

    private static void Add(FileRoot root, ActivePool pool, ImmutableSortedDictionary<string, string>.Builder parts)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"pool {pool.Spec.Number}");
        if (pool.Cpu is { } cpu)
        {
            var (file, _) = CpuGroups.Weight(cpu.Version, 1);
            parts[$"{name}: {file}"] = Text(root, Path.Join(cpu.Directory, file));
            parts[$"{name}: {CpuPlanner.CpuSet}"] = Text(root, Path.Join(cpu.Directory, CpuPlanner.CpuSet));
        }

        if (pool.Reads is { } reads)
        {
            parts[$"{name}: limit of reads"] = ReadGroups.ReadBack(root, reads) ?? Nothing;
        }

        if (pool.Cache is { } cache)
        {
            parts[$"{name}: schemata"] = Text(root, cache.Directory + "/schemata");
            parts[$"{name}: {ChangePlanner.CpuFile}"] = Text(root, $"{cache.Directory}/{ChangePlanner.CpuFile}");
            parts[$"{name}: monitoring group"] = cache.Monitor.Length == 0 || root.HasDirectory(ChangePlanner.Monitor(cache.Directory, cache.Monitor)) ? string.Empty : Nothing;
        }
    }

    private static string Text(FileRoot root, string path) => root.ReadTrimmed(path) ?? Nothing;
}
