namespace RgPolicy.Testing.Host;

/// <summary>The processor and the mount options that a resctrl double pretends (kernel documentation,
/// filesystems/resctrl).</summary>
internal sealed record ResctrlShape
{
    /// <summary>L3 domains by number, each with its CPUs.</summary>
    public ImmutableSortedDictionary<int, ImmutableArray<int>> Domains { get; init; } =
        ImmutableSortedDictionary<int, ImmutableArray<int>>.Empty.Add(0, [0, 1]).Add(1, [2, 3]);

    /// <summary>Bits of an L3 mask; 0 without L3 allocation.</summary>
    public int MaskBits { get; init; } = 20;

    /// <summary>Least bits in a mask; 0 where an empty mask is allowed.</summary>
    public int LeastBits { get; init; } = 1;

    /// <summary>Bits that other hardware shares.</summary>
    public ulong ShareableBits { get; init; } = 0xc0000;

    /// <summary>Whether masks may have holes.</summary>
    public bool IsSparse { get; init; }

    /// <summary>Classes of service of L3, halved with <see cref="CodeDataSplit"/>.</summary>
    public int CacheClasses { get; init; } = 16;

    /// <summary>Mounted with <c>cdp</c>: code and data apart.</summary>
    public bool CodeDataSplit { get; init; }

    /// <summary>Names of the bandwidth resources, such as <c>MB</c> and <c>SMBA</c>.</summary>
    public ImmutableArray<string> Bandwidths { get; init; } = ["MB"];

    /// <summary>Classes of service of the bandwidth resources.</summary>
    public int BandwidthClasses { get; init; } = 16;

    /// <summary>Least bandwidth.</summary>
    public uint LeastBandwidth { get; init; } = 10;

    /// <summary>Most bandwidth: 100 percent, or what stands for no limit where it is a rate.</summary>
    public uint MostBandwidth { get; init; } = 100;

    /// <summary>Step of the bandwidth.</summary>
    public uint BandwidthStep { get; init; } = 10;

    /// <summary>Mounted with <c>mba_MBps</c>: bandwidth in megabytes a second, held by the kernel.</summary>
    public bool BandwidthInMegabytes { get; init; }

    /// <summary>Monitoring numbers; 0 without monitoring.</summary>
    public int MonitorIds { get; init; } = 88;

    /// <summary>Size of one L3 in bytes.</summary>
    public long CacheBytes { get; init; } = 16L << 20;

    /// <summary>Whether <c>tasks</c> takes a list (since Linux 6.7; 6.1 takes one number).</summary>
    public bool TakesTaskLists { get; init; } = true;

    /// <summary>The full mask.</summary>
    internal ulong FullMask => MaskBits == 0 ? 0 : ulong.MaxValue >> (64 - MaskBits);

    /// <summary>Names of the cache resources in the order of the file <c>schemata</c>.</summary>
    internal ImmutableArray<string> Caches =>
        MaskBits == 0 ? []
        : CodeDataSplit ? ["L3DATA", "L3CODE"]
        : ["L3"];

    /// <summary>Groups at a time, the default one included.</summary>
    internal int Classes
    {
        get
        {
            var caches =
                MaskBits == 0 ? int.MaxValue
                : CodeDataSplit ? CacheClasses / 2
                : CacheClasses;
            return Math.Min(caches, Bandwidths.IsEmpty ? int.MaxValue : BandwidthClasses);
        }
    }
}
