using System.Text.Json.Serialization;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Targets;

/// <summary>The facts of a target that a policy is bound against: the DBMS, the processor and the
/// kernel's offers.</summary>
public sealed record TargetProfile
{
    /// <summary>
    /// The built-in profile: PostgreSQL 15, Linux, 1 socket, 16 cores, one L3 domain of 32 MiB with 20 ways, minimum
    /// 1 bit, 16 CLOS, MBA.
    /// </summary>
    public static TargetProfile Generic { get; } = new() { Name = "generic" };

    /// <summary>The profile's name.</summary>
    public required string Name { get; init; }

    /// <summary><c>sqlserver</c>, <c>postgresql</c>, <c>mariadb</c> or <c>mysql</c>.</summary>
    public string DbmsKind { get; init; } = "postgresql";

    /// <summary>The version's parts, such as 15.18.</summary>
    [JsonConverter(typeof(VersionJson))]
    public ImmutableArray<long> DbmsVersion { get; init; } = [15];

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public string OperatingSystem { get; init; } = "linux";

    /// <summary>Sockets; at least 1.</summary>
    public int Sockets { get; init; } = 1;

    /// <summary>Logical CPUs that the DBMS may use; at least 1.</summary>
    public int Cores { get; init; } = 16;

    /// <summary>Bytes of the smallest L3 domain.</summary>
    public long LlcBytes { get; init; } = 32L * 1024 * 1024;

    /// <summary>Bytes of the cache that a core has of its own (L2).</summary>
    public long L2Bytes { get; init; } = 256 * 1024;

    /// <summary>Ways of an L3 domain; 0 where the processor offers no cache allocation.</summary>
    public int LlcWays { get; init; } = 20;

    /// <summary>The least number of bits of a capacity mask.</summary>
    public int MinimumMaskBits { get; init; } = 1;

    /// <summary>Classes of service, the default one included; 0 without cache allocation.</summary>
    public int ClassesOfService { get; init; } = 16;

    /// <summary>True where memory bandwidth allocation is offered.</summary>
    public bool HasMemoryBandwidthAllocation { get; init; } = true;

    /// <summary>The least memory bandwidth, percent.</summary>
    public int LeastBandwidthPercent { get; init; } = 10;

    /// <summary>The step of memory bandwidth, percent; the kernel rounds up to it.</summary>
    public int BandwidthStepPercent { get; init; } = 10;

    /// <summary>Ways that other hardware may fill too, such as network cards; as a capacity mask.</summary>
    [JsonConverter(typeof(MaskJson))]
    public ulong ShareableBits { get; init; }

    /// <summary>True where a capacity mask may have holes.</summary>
    public bool HasSparseMasks { get; init; }

    /// <summary>
    /// True where code and data have masks of their own, each as wide as the other. The kernel has
    /// halved the number of classes of service already.
    /// </summary>
    public bool HasCodeDataPrioritization { get; init; }

    /// <summary>
    /// NUMA nodes that one L3 domain is divided into (SNC); 1 is not divided. A way then holds that
    /// much less of what one node keeps in it.
    /// </summary>
    public int SubNumaClusters { get; init; } = 1;

    /// <summary>
    /// The L3 domains with their CPUs; empty where they are not known: then each socket is one, and
    /// CPUs are numbered socket by socket.
    /// </summary>
    public ImmutableArray<L3Domain> L3Domains { get; init; } = [];

    /// <summary>Logical CPUs of each NUMA node, by the node's number; empty where they are not known.</summary>
    public ImmutableArray<ImmutableArray<int>> NumaNodes { get; init; } = [];

    /// <summary>The kernel's release, or empty.</summary>
    public string KernelRelease { get; init; } = "";

    /// <summary>True where no target was named, so that this one stands for any; no part of a profile's file.</summary>
    [JsonIgnore]
    public bool IsAssumed { get; init; }

    /// <summary>The CPUs that the DBMS is let use; null for all, none where that is not known. No part of a profile's
    /// file.</summary>
    [JsonIgnore]
    public ImmutableArray<int>? ServerCpus { get; init; }

    /// <summary>Version of the cgroup hierarchy with the cpu controller: 1 or 2; 0 where it is not known.</summary>
    public int CgroupVersion { get; init; }

    /// <summary>What else host and DBMS were found to offer, such as <c>psi</c> or <c>pg_stat_statements</c>.</summary>
    public ImmutableArray<string> Capabilities { get; init; } = [];

    /// <summary>The word among <see cref="Capabilities"/> for the kernel's figures of pressure (PSI).</summary>
    public const string Pressure = "psi";

    /// <summary>The word among <see cref="Capabilities"/> for limits of what single processes read
    /// (cgroup v1, blkio).</summary>
    public const string ReadLimits = "read_limits";

    /// <summary>The word among <see cref="Capabilities"/> for an Azure SQL Managed Instance.</summary>
    public const string ManagedInstance = "managed_instance";

    /// <summary>True for an Azure SQL Managed Instance, whose host its customers neither see nor configure.</summary>
    public bool IsManagedInstance => Capabilities.Contains(ManagedInstance, StringComparer.Ordinal);

    /// <summary>True where the host is known to tell no pressure: a kernel without PSI, or none that has it.</summary>
    public bool TellsNoPressure =>
        OperatingSystem == "windows"
        || (KernelRelease.Length > 0 && !Capabilities.Contains(Pressure, StringComparer.Ordinal));

    /// <summary>True where what single processes read from disks can be limited.</summary>
    public bool LimitsReads => Capabilities.Contains(ReadLimits, StringComparer.Ordinal);

    /// <summary>The value of a signal that is a fact of the host (<c>host.llc</c>, <c>host.l2</c>,
    /// <c>host.cores</c>, <c>host.sockets</c>); else null.</summary>
    /// <param name="signal">The signal.</param>
    public long? FactOf(Signal signal) =>
        signal.Name switch
        {
            "host.llc" => LlcBytes,
            "host.l2" => L2Bytes,
            "host.cores" => Cores,
            "host.sockets" => Sockets,
            _ => null,
        };

    /// <summary>True where the target has this logical CPU.</summary>
    public bool HasCpu(int cpu) =>
        L3Domains.IsEmpty
            ? cpu >= 0 && cpu < Cores
            : L3Domains.Any(domain => domain.Cores.Any(core => core.Contains(cpu)));
}
