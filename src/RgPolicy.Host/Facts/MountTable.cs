namespace RgPolicy.Host.Facts;

/// <summary>What is mounted where, from <c>/proc/self/mountinfo</c> (proc(5)).</summary>
internal static class MountTable
{
    /// <summary>All mounts in the kernel's order: a later one covers an earlier one.</summary>
    public static ImmutableArray<MountEntry> Read(FileRoot root)
    {
        var mounts = ImmutableArray.CreateBuilder<MountEntry>();
        foreach (var line in root.ReadLines("/proc/self/mountinfo"))
        {
            if (ParseLine(line) is { } entry)
                mounts.Add(entry);
        }

        return mounts.ToImmutable();
    }

    /// <summary>The mount that holds an absolute path, or null.</summary>
    public static MountEntry? Holding(ImmutableArray<MountEntry> mounts, string path)
    {
        MountEntry? best = null;
        foreach (var mount in mounts)
        {
            if (IsBelow(path, mount.MountPoint) && (best is null || mount.MountPoint.Length >= best.MountPoint.Length))
                best = mount;
        }

        return best;
    }

    internal static MountEntry? ParseLine(string line)
    {
        var separator = line.IndexOf(" - ", StringComparison.Ordinal);
        if (separator < 0)
            return null;

        var left = line[..separator].Split(' ');
        var right = line[(separator + 3)..].Split(' ');
        return left.Length < 6 || right.Length < 3
            ? null
            : new MountEntry(left[2], Unescape(left[3]), Unescape(left[4]), right[0], Unescape(right[1]), right[2]);
    }

    private static bool IsBelow(string path, string directory) =>
        directory == "/" || path == directory || path.StartsWith(directory + "/", StringComparison.Ordinal);

    // Blank, tab, line feed and backslash appear as three octal digits.
    private static string Unescape(string text)
    {
        if (!text.Contains('\\', StringComparison.Ordinal))
            return text;

        var result = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && i + 3 < text.Length && text.AsSpan(i + 1, 3).IndexOfAnyExceptInRange('0', '7') < 0)
            {
                result.Append((char)(((text[i + 1] - '0') * 64) + ((text[i + 2] - '0') * 8) + (text[i + 3] - '0')));
                i += 3;
            }
            else
            {
                result.Append(text[i]);
            }
        }

        return result.ToString();
    }
}

/// <summary>One line of <c>/proc/self/mountinfo</c>.</summary>
/// <param name="Device">Device as <c>major:minor</c>.</param>
/// <param name="Root">The directory of the file system that is mounted.</param>
/// <param name="MountPoint">Where it is mounted.</param>
/// <param name="FileSystem">Kind of file system, such as <c>cgroup2</c>.</param>
/// <param name="Source">What is mounted, such as <c>/dev/sda1</c>.</param>
/// <param name="Options">The file system's own options.</param>
internal sealed record MountEntry(
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
