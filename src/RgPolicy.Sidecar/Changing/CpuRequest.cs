namespace RgPolicy.Sidecar.Changing;

/// <summary>A pool's cpu cgroup as it is to be.</summary>
/// <param name="Directory">Its directory.</param>
internal sealed record CpuRequest(string Directory)
{
    /// <summary>What <c>cpu.weight</c> or <c>cpu.shares</c> is to be; null leaves it alone.</summary>
    internal int? Weight { get; init; }

    /// <summary>What <c>cpuset.cpus</c> is to be; null leaves it alone.</summary>
    internal string? Cpus { get; init; }
}
