using System.Globalization;

namespace RgPolicy.Host.Facts;

/// <summary>How long threads were ready to run and had no processor, as the kernel's scheduler counts it (schedstat).</summary>
public static class RunDelay
{
    /// <summary>
    /// Of all threads that a process has now, together; null where the kernel does not count it and when the process is gone. What
    /// counts is the difference of two readings: threads that have ended are not in it.
    /// </summary>
    public static TimeSpan? Of(FileRoot root, int processId)
    {
        ArgumentNullException.ThrowIfNull(root);
        var threads = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task");
        TimeSpan? total = null;
        foreach (var thread in root.DirectoryNames(threads))
        {
            if (Parse(root.ReadText($"{threads}/{thread}/schedstat")) is { } waited)
            {
                total = (total ?? TimeSpan.Zero) + waited;
            }
        }

        return total;
    }

    // Nanoseconds that it ran, nanoseconds that it waited, and how often it ran.
    private static TimeSpan? Parse(string? text)
    {
        var fields = text?.Split(' ') ?? [];
        return fields.Length == 3 && long.TryParse(fields[1], NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds)
            ? TimeSpan.FromTicks(nanoseconds / TimeSpan.NanosecondsPerTick)
            : null;
    }
}
