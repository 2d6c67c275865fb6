using System.Collections.Immutable;

namespace RgPolicy.Language.Targets;

/// <summary>The facts of a target that a policy is bound against: the DBMS, the processor and the kernel's offers.</summary>
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
    public ImmutableArray<long> DbmsVersion { get; init; } = [15];

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public string OperatingSystem { get; init; } = "linux";

    /// <summary>Sockets; at least 1.</summary>
    public int Sockets { get; init; } = 1;

    /// <summary>Logical CPUs that the DBMS may use; at least 1.</summary>
    public int Cores { get; init; } = 16;

    /// <summary>Bytes of the smallest L3 domain.</summary>
    public long LlcBytes { get; init; } = 32L * 1024 * 1024;

    /// <summary>Ways of an L3 domain; 0 where the processor offers no cache allocation.</summary>
    public int LlcWays { get; init; } = 20;

    /// <summary>The least number of bits of a capacity mask.</summary>
    public int MinimumMaskBits { get; init; } = 1;

    /// <summary>Classes of service, the default one included; 0 without cache allocation.</summary>
    public int ClassesOfService { get; init; } = 16;

    /// <summary>True where memory bandwidth allocation is offered.</summary>
    public bool HasMemoryBandwidthAllocation { get; init; } = true;
}
