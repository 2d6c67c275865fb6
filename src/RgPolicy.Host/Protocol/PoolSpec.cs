using System.Text.Json.Serialization;

namespace RgPolicy.Host.Protocol;

/// <summary>
/// What a client wishes for one pool. The sidecar checks every wish against root's limits and the kernel's contract
/// before it writes anything; a client never sends a path or a raw mask.
/// </summary>
internal sealed record PoolSpec
{
    /// <summary>The pool's number, 1 to 63; 0 is the protected pool, where the server was started, and
    /// is never sent.</summary>
    public required int Number { get; init; }

    /// <summary>
    /// The number of the pool whose weight, CPUs and limit of reads it has in common: then it is a part of that pool,
    /// with ways of its own. Null for a pool by itself.
    /// </summary>
    public int? PartOf { get; init; }

    /// <summary>The pool that it is or is a part of.</summary>
    [JsonIgnore]
    public int Whole => PartOf ?? Number;

    /// <summary>CPU weight as a fraction of the protected pool's, 0.05 to 1; null leaves the CPU alone.</summary>
    public double? CpuShare { get; init; }

    /// <summary>Logical CPUs to run on; null leaves affinity alone.</summary>
    public ImmutableArray<int>? Cores { get; init; }

    /// <summary>First way of the capacity mask in every L3 domain; only with <see cref="WayCount"/>.</summary>
    public int? FirstWay { get; init; }

    /// <summary>Number of ways in every L3 domain; null leaves the cache alone.</summary>
    public int? WayCount { get; init; }

    /// <summary>
    /// Ways that differ from those in the named L3 domains; several entries for one domain are put together, where the
    /// hardware allows masks with holes. Null for none.
    /// </summary>
    public ImmutableArray<DomainWays>? DomainWays { get; init; }

    /// <summary>
    /// Pools with the same number, 1 to 63, share one class of service, and have the same ways and
    /// bandwidth; null for one of the pool's own.
    /// </summary>
    public int? ServiceClass { get; init; }

    /// <summary>
    /// Logical CPUs that have the pool's ways and bandwidth themselves, whatever runs there, for a server whose threads
    /// cannot be told apart; only with ways or bandwidth, and each CPU in one pool only, no part of one. Null for none.
    /// </summary>
    public ImmutableArray<int>? CacheCpus { get; init; }

    /// <summary>Memory bandwidth percent, where the host offers it; null leaves it alone.</summary>
    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>True for the lowest best-effort I/O priority, where the I/O scheduler honours it.</summary>
    public bool LowIoPriority { get; init; }

    /// <summary>Bytes per second that its processes together may read from each of the server's disks, at least 1; null
    /// for no limit.</summary>
    public long? ReadBytesPerSecond { get; init; }

    /// <summary>Reads per second of the same, at least 1; null for no limit.</summary>
    public int? ReadsPerSecond { get; init; }
}

/// <summary>Neighbouring ways in one L3 domain.</summary>
/// <param name="Domain">The domain's number, as the kernel's schemata name it.</param>
/// <param name="FirstWay">The first way, from 0.</param>
/// <param name="WayCount">How many; at least 1.</param>
internal sealed record DomainWays(int Domain, int FirstWay, int WayCount);
