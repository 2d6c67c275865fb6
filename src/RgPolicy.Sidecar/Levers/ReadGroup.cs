namespace RgPolicy.Sidecar.Levers;

/// <summary>A pool's blkio group.</summary>
/// <param name="Path">As /proc/PID/cgroup writes it.</param>
/// <param name="Directory">The same as a directory.</param>
internal sealed record ReadGroup(string Path, string Directory);
