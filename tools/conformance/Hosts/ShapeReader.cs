using System.Numerics;
using RgPolicy.Host.Facts;
using RgPolicy.Testing.Host;

namespace RgPolicy.Conformance.Hosts;

/// <summary>The shape of the processor here, so that a double can be like it.</summary>
internal static class ShapeReader
{
    private const string Info = ResctrlFacts.Directory + "/info";

    /// <summary>Reads it; resctrl must be mounted without options.</summary>
    public static ResctrlShape Read(FileRoot root)
    {
        var mask = Hex(root, "L3/cbm_mask");
        var bandwidths = root.DirectoryNames(Info).Where(n => n is "MB" or "SMBA").ToImmutableArray();
        var bandwidth = bandwidths.FirstOrDefault() ?? "MB";
        return new ResctrlShape
        {
            Domains = Domains(root),
            MaskBits = BitOperations.PopCount(mask),
            LeastBits = Number(root, "L3/min_cbm_bits", 1),
            ShareableBits = Hex(root, "L3/shareable_bits"),
            IsSparse = Number(root, "L3/sparse_masks", 0) == 1,
            CacheClasses = Number(root, "L3/num_closids", 16),
            Bandwidths = bandwidths,
            BandwidthClasses = Number(root, bandwidth + "/num_closids", 16),
            LeastBandwidth = (uint)Number(root, bandwidth + "/min_bandwidth", 10),
            BandwidthStep = (uint)Number(root, bandwidth + "/bandwidth_gran", 10),
            MonitorIds = Number(root, "L3_MON/num_rmids", 0),
        };
    }

    private static ImmutableSortedDictionary<int, ImmutableArray<int>> Domains(FileRoot root)
    {
        const string Cpus = "/sys/devices/system/cpu";
        var domains = ImmutableSortedDictionary.CreateBuilder<int, ImmutableArray<int>>();
        foreach (var cpu in CpuList.Parse(root.ReadTrimmed(Cpus + "/online")) ?? [])
        {
            var directory = string.Create(CultureInfo.InvariantCulture, $"{Cpus}/cpu{cpu}/cache/index3");
            if (
                int.TryParse(
                    root.ReadTrimmed(directory + "/id"),
                    NumberStyles.None,
                    CultureInfo.InvariantCulture,
                    out var id
                )
            )
                domains[id] = CpuList.Parse(root.ReadTrimmed(directory + "/shared_cpu_list")) ?? [];
        }

        return domains.ToImmutable();
    }

    private static int Number(FileRoot root, string path, int otherwise) =>
        int.TryParse(root.ReadTrimmed($"{Info}/{path}"), NumberStyles.None, CultureInfo.InvariantCulture, out var n)
            ? n
            : otherwise;

    private static ulong Hex(FileRoot root, string path) =>
        ulong.TryParse(
            root.ReadTrimmed($"{Info}/{path}"),
            NumberStyles.AllowHexSpecifier,
            CultureInfo.InvariantCulture,
            out var n
        )
            ? n
            : 0;
}
