namespace RgPolicy.Host.Facts;

/// <summary>What the resctrl file system offers (kernel documentation, filesystems/resctrl).</summary>
internal sealed record ResctrlFacts
{
    /// <summary>Where it is mounted.</summary>
    public const string Directory = "/sys/fs/resctrl";

    /// <summary>Names of the L3 resources: <c>L3</c>, or <c>L3CODE</c> and <c>L3DATA</c>; empty without
    /// L3 allocation.</summary>
    public required ImmutableArray<string> CacheResources { get; init; }

    /// <summary>The full capacity mask; 0 without L3 allocation.</summary>
    public required ulong FullMask { get; init; }

    /// <summary>Least number of bits in a mask.</summary>
    public required int LeastBits { get; init; }

    /// <summary>Bits that other hardware may use too.</summary>
    public required ulong ShareableBits { get; init; }

    /// <summary>Whether masks may have holes.</summary>
    public bool IsSparse { get; init; }

    /// <summary>Groups the hardware can tell apart, the default one included: the smallest of all resources.</summary>
    public required int ClosIds { get; init; }

    /// <summary>Least bandwidth in percent, or null without bandwidth allocation (or where it is not in
    /// percent).</summary>
    public required int? LeastBandwidthPercent { get; init; }

    /// <summary>Step of the bandwidth in percent.</summary>
    public required int BandwidthStep { get; init; }

    /// <summary>Number of ways, that is bits in <see cref="FullMask"/>.</summary>
    public int Ways => System.Numerics.BitOperations.PopCount(FullMask);

    /// <summary>Reads it, or null where it is not mounted.</summary>
    public static ResctrlFacts? Read(FileRoot root)
    {
        var mount = MountTable.Read(root).LastOrDefault(m => m.FileSystem == "resctrl" && m.MountPoint == Directory);
        return mount is null ? null : ReadInfo(root, mount);
    }

    private static ResctrlFacts ReadInfo(FileRoot root, MountEntry mount)
    {
        var info = Directory + "/info";
        var resources = root.DirectoryNames(info);
        var caches = resources.Where(r => r is "L3" or "L3CODE" or "L3DATA").ToImmutableArray();
        var cache = caches.Length == 0 ? null : $"{info}/{caches[0]}";
        var closIds = resources
            .Select(r => Number(root, $"{info}/{r}/num_closids") ?? int.MaxValue)
            .DefaultIfEmpty(int.MaxValue)
            .Min();
        // With mba_MBps the value is a rate, not a share; and so it is on AMD, where no limit is far above 100.
        var percent = resources.Contains("MB", StringComparer.Ordinal) && !mount.HasOption("mba_MBps") && !IsRate(root);
        return new ResctrlFacts
        {
            CacheResources = caches,
            FullMask = cache is null ? 0 : Mask(root, cache + "/cbm_mask"),
            LeastBits = cache is null ? 0 : Number(root, cache + "/min_cbm_bits") ?? 1,
            ShareableBits = cache is null ? 0 : Mask(root, cache + "/shareable_bits"),
            IsSparse = cache is not null && root.ReadTrimmed(cache + "/sparse_masks") == "1",
            ClosIds = closIds == int.MaxValue ? 0 : closIds,
            LeastBandwidthPercent = percent ? Number(root, info + "/MB/min_bandwidth") : null,
            BandwidthStep = Number(root, info + "/MB/bandwidth_gran") ?? 1,
        };
    }

    private static bool IsRate(FileRoot root) =>
        root.ReadLines(Directory + "/schemata")
            .Where(line => line.TrimStart().StartsWith("MB:", StringComparison.Ordinal))
            .SelectMany(line => line.Split(';'))
            .Any(domain =>
                int.TryParse(
                    domain.AsSpan(domain.IndexOf('=', StringComparison.Ordinal) + 1),
                    NumberStyles.AllowTrailingWhite,
                    CultureInfo.InvariantCulture,
                    out var value
                )
                && value > 100
            );

    private static int? Number(FileRoot root, string path) =>
        int.TryParse(root.ReadTrimmed(path), NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : null;

    private static ulong Mask(FileRoot root, string path) =>
        ulong.TryParse(root.ReadTrimmed(path), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var m)
            ? m
            : 0;
}
