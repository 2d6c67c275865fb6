using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Sampling;

/// <summary>
/// How long one walk over a process's memory takes, before one has been measured: a walk over one mapping cannot be
/// ended. It visits every page that the process has, and every entry of its page tables: of a large memory in which few
/// pages were touched, far apart, the entries take most of the time.
/// </summary>
internal static class WalkCost
{
    private const double MicrosecondsOfPage = 0.5;
    private const double MicrosecondsOfEntry = 0.003;
    private const long KibibytesOfPage = 4;
    private const long EntriesInKibibyte = 1024 / 8;

    /// <summary>Microseconds for a process that is there now; 0 for one that is gone.</summary>
    internal static double Of(FileRoot root, int processId) =>
        Of(root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/status")));

    /// <summary>Microseconds, by the lines of <c>/proc/PID/status</c> (proc_pid_status(5)).</summary>
    internal static double Of(IReadOnlyList<string> lines) =>
        (MicrosecondsOfPage * (Kibibytes(lines, "VmRSS:") + Kibibytes(lines, "VmSwap:")) / KibibytesOfPage)
        + (MicrosecondsOfEntry * Kibibytes(lines, "VmPTE:") * EntriesInKibibyte);

    private static long Kibibytes(IReadOnlyList<string> lines, string field)
    {
        var line = lines.FirstOrDefault(each => each.StartsWith(field, StringComparison.Ordinal));
        var value = line.AsSpan(line is null ? 0 : field.Length).Trim();
        var end = value.IndexOf(' ');
        return long.TryParse(
            end < 0 ? value : value[..end],
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var kibibytes
        )
            ? kibibytes
            : 0;
    }
}
