namespace RgPolicy.Sidecar.Levers;

/// <summary>A pool's cpu cgroup.</summary>
/// <param name="Version">Of the hierarchy: 1 or 2.</param>
/// <param name="Path">As /proc/PID/cgroup writes it.</param>
/// <param name="Directory">The same as a directory.</param>
internal sealed record CpuGroup(int Version, string Path, string Directory)
{
    /// <summary>Whether sets of CPUs are in force there: before Linux 6.2 a move then takes a thread's
    /// own affinity away.</summary>
    internal bool HasCpuSet { get; init; }
}
