namespace RgPolicy.Host.Facts;

/// <summary>One line of <c>/proc/self/mountinfo</c>.</summary>
/// <param name="Device">Device as <c>major:minor</c>.</param>
/// <param name="Root">The directory of the file system that is mounted.</param>
/// <param name="MountPoint">Where it is mounted.</param>
/// <param name="FileSystem">Kind of file system, such as <c>cgroup2</c>.</param>
/// <param name="Source">What is mounted, such as <c>/dev/sda1</c>.</param>
/// <param name="Options">The file system's own options.</param>
public sealed record MountEntry(
    string Device,
    string Root,
    string MountPoint,
    string FileSystem,
    string Source,
    string Options
)
{
    /// <summary>Whether one of the comma-separated options is this one.</summary>
    public bool HasOption(string option) => Options.Split(',').Contains(option, StringComparer.Ordinal);
}
