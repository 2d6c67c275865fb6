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
