namespace RgPolicy.Host.Protocol;

/// <summary>What a pool's settings really are, read back.</summary>
/// <param name="Number">The pool's number.</param>
/// <param name="CpuShare">The fraction in force, or null.</param>
/// <param name="CpuLever">How: <c>cgroup v1 cpu.shares=204</c>, or null.</param>
/// <param name="CacheMask">The capacity masks in force, such as <c>L3:0=3;1=3</c>, or null.</param>
/// <param name="Problems">What could not be had, each with its reason.</param>
internal sealed record PoolOutcome(
    int Number,
    double? CpuShare,
    string? CpuLever,
    string? CacheMask,
    IReadOnlyList<string> Problems
)
{
    /// <summary>The limit of reads in force, such as <c>read_bps_device=8:0 1048576</c>, or null.</summary>
    public string? ReadLimit { get; init; }

    /// <summary>Whether its processes are out of its CPU group for now: there is nothing to protect.</summary>
    public bool IsRelaxed { get; init; }

    /// <summary>The CPUs that have the masks themselves, such as <c>0-3</c>; null for none.</summary>
    public string? CacheCpus { get; init; }
}
