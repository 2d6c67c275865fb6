using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Status;

/// <summary>A pool of the policy.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Number">Towards the sidecar.</param>
/// <param name="Throttles">Whether it takes anything from its queries.</param>
/// <param name="ReadBack">What is in force; null where nothing was read back.</param>
/// <param name="Allotment">What its processes are to have; null where the service does not tell.</param>
/// <param name="Settings">What becomes of each setting.</param>
public sealed record PoolStatus(
    string? Name,
    long? Number,
    bool? Throttles,
    PoolReadBack? ReadBack,
    AllotmentDocument? Allotment,
    IReadOnlyList<SettingStatus>? Settings
);

/// <summary>A pool as the sidecar read it back from the kernel.</summary>
/// <param name="CpuShare">CPU weight as a fraction of the protected pool's.</param>
/// <param name="CpuLever">By what, such as <c>cgroup v2 cpu.weight=10</c>.</param>
/// <param name="CacheMask">Such as <c>L3:0=3;1=f</c>.</param>
/// <param name="ReadLimit">Such as <c>read_bps_device=8:0 1048576</c>.</param>
/// <param name="Problems">What did not work.</param>
public sealed record PoolReadBack(
    double? CpuShare,
    string? CpuLever,
    string? CacheMask,
    string? ReadLimit,
    IReadOnlyList<string>? Problems
);

/// <summary>The CPUs of a resource pool and their masks.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Cpus">Such as <c>0-3</c>.</param>
/// <param name="Masks">As asked for.</param>
/// <param name="Reason">Why these.</param>
/// <param name="ReadBack">Null where nothing was read back.</param>
public sealed record CorePoolStatus(string? Name, string? Cpus, string? Masks, string? Reason, CoreReadBack? ReadBack);

/// <summary>Masks of CPUs as the sidecar read them back.</summary>
/// <param name="CacheMask">Such as <c>L3:0=3</c>.</param>
/// <param name="Cpus">Such as <c>0-3</c>.</param>
/// <param name="Problems">What did not work.</param>
public sealed record CoreReadBack(string? CacheMask, string? Cpus, IReadOnlyList<string>? Problems);

/// <summary>What becomes of a setting of a pool.</summary>
/// <param name="Name">Such as <c>cpu weight</c>.</param>
/// <param name="Requested">As the policy has it.</param>
/// <param name="Effective">What it comes to; null for nothing.</param>
/// <param name="Effect">When it works: <c>running</c>, <c>new_requests</c>, <c>none</c> and others.</param>
/// <param name="Reason">How, or why not.</param>
public sealed record SettingStatus(string? Name, string? Requested, string? Effective, string? Effect, string? Reason)
{
    /// <summary>What of it is in force, as it was read back; null for nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? InForce { get; init; }
}
